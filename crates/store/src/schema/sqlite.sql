-- What a store keeps; see docs/lab-store.md. The same tables as in PostgreSQL.

CREATE TABLE store (
    version INTEGER NOT NULL
);

CREATE TABLE experiment (
    hash       TEXT NOT NULL PRIMARY KEY,
    name       TEXT NOT NULL,
    bundle     TEXT NOT NULL,
    registered INTEGER NOT NULL
);

CREATE TABLE unit (
    experiment  TEXT NOT NULL REFERENCES experiment (hash),
    unit        TEXT NOT NULL,
    series      TEXT NOT NULL,
    place       INTEGER NOT NULL,
    state       TEXT NOT NULL DEFAULT 'open'
                CHECK (state IN ('open', 'running', 'done', 'void')),
    wanted      BOOLEAN NOT NULL DEFAULT TRUE,
    voids       INTEGER NOT NULL DEFAULT 0,
    worker      TEXT,
    token       INTEGER,
    lease_until INTEGER,
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
    unit       TEXT NOT NULL,
    series     TEXT NOT NULL,
    attempt    INTEGER NOT NULL,
    body       TEXT NOT NULL,
    sgf        TEXT,
    manifest   TEXT NOT NULL,
    worker     TEXT NOT NULL,
    at         INTEGER NOT NULL,
    token      INTEGER NOT NULL,
    PRIMARY KEY (experiment, unit),
    FOREIGN KEY (experiment, unit) REFERENCES unit (experiment, unit)
);

CREATE TABLE void_attempt (
    experiment TEXT NOT NULL,
    unit       TEXT NOT NULL,
    series     TEXT NOT NULL,
    attempt    INTEGER NOT NULL,
    last       BOOLEAN NOT NULL,
    body       TEXT NOT NULL,
    sgf        TEXT,
    manifest   TEXT NOT NULL,
    worker     TEXT NOT NULL,
    at         INTEGER NOT NULL,
    token      INTEGER NOT NULL,
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
