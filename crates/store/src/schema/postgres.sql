-- What a store keeps; see docs/lab-store.md. The same tables as in SQLite.

CREATE TABLE store (
    version BIGINT NOT NULL
);

CREATE TABLE experiment (
    hash       TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    bundle     TEXT NOT NULL,
    registered BIGINT NOT NULL
);

CREATE TABLE unit (
    experiment  TEXT NOT NULL REFERENCES experiment (hash),
    unit        TEXT COLLATE "C" NOT NULL,
    series      TEXT NOT NULL,
    place       BIGINT NOT NULL,
    state       TEXT NOT NULL DEFAULT 'open'
                CHECK (state IN ('open', 'running', 'done', 'void')),
    wanted      BOOLEAN NOT NULL DEFAULT TRUE,
    voids       BIGINT NOT NULL DEFAULT 0,
    worker      TEXT,
    token       BIGINT,
    lease_until BIGINT,
    PRIMARY KEY (experiment, unit)
);

-- What a claim looks through: without those that are done it stays small.
CREATE INDEX unit_claimable ON unit (experiment, place, unit)
    WHERE state IN ('open', 'running');

-- Who works, and on what.
CREATE INDEX unit_running ON unit (experiment, worker)
    WHERE state = 'running';

CREATE TABLE result (
    experiment TEXT NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,
    series     TEXT NOT NULL,
    attempt    BIGINT NOT NULL,
    body       JSON NOT NULL,
    sgf        TEXT,
    manifest   TEXT NOT NULL,
    worker     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    token      BIGINT NOT NULL,
    PRIMARY KEY (experiment, unit),
    FOREIGN KEY (experiment, unit) REFERENCES unit (experiment, unit)
);

CREATE TABLE void_attempt (
    experiment TEXT NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,
    series     TEXT NOT NULL,
    attempt    BIGINT NOT NULL,
    last       BOOLEAN NOT NULL,
    body       JSON NOT NULL,
    sgf        TEXT,
    manifest   TEXT NOT NULL,
    worker     TEXT NOT NULL,
    at         BIGINT NOT NULL,
    token      BIGINT NOT NULL,
    PRIMARY KEY (experiment, unit, attempt),
    FOREIGN KEY (experiment, unit) REFERENCES unit (experiment, unit)
);

CREATE TABLE manifest (
    experiment TEXT NOT NULL REFERENCES experiment (hash),
    key        TEXT NOT NULL,
    body       TEXT NOT NULL,
    PRIMARY KEY (experiment, key)
);

CREATE VIEW attempt AS
    SELECT experiment, unit, series, attempt, 'counted' AS worth,
           body, sgf, manifest, worker, at
    FROM result
    UNION ALL
    SELECT experiment, unit, series, attempt, 'void' AS worth,
           body, sgf, manifest, worker, at
    FROM void_attempt;
