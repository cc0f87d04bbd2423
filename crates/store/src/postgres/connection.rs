//! The connection to the server, which comes back by itself.
//!
//! A server is restarted, a network breaks: a worker waits and goes on. Whatever was under way is
//! done again, and may be, because every operation is one transaction and known by the token of its
//! claim.

use std::fmt;
use std::time::{Duration, Instant};

use postgres::config::Host;
use postgres::error::SqlState;
use postgres::{Client, Config, NoTls};

use crate::StoreError;

/// The time to wait for a server that was there.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// The time to wait for a server that is asked for the first time: its address may be wrong.
const FIRST_PATIENCE: Duration = Duration::from_secs(10);

/// The settings of a session: results that are kept are on the disk of the server, and nothing
/// waits for ever.
const SESSION: &str = "SET search_path TO tengen;
    SET synchronous_commit TO on;
    SET client_min_messages TO warning;
    SET statement_timeout TO '300s';
    SET idle_in_transaction_session_timeout TO '60s'";

/// A connection, or the memory of one.
pub(super) struct Connection {
    config: Config,
    pub(super) patience: Duration,
    client: Option<Client>,
}

/// The reason why an operation was not finished.
pub(super) enum Trouble {
    Server(postgres::Error),
    Ours(StoreError),
}

impl From<postgres::Error> for Trouble {
    fn from(error: postgres::Error) -> Self {
        Self::Server(error)
    }
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Ours(error)
    }
}

impl Connection {
    /// Connects to the server at an address.
    pub(super) fn open(url: &str) -> Result<Self, StoreError> {
        let mut config: Config = url.parse().map_err(|_| wrong_address())?;
        let odd = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
        if config.get_hosts().is_empty() || config.get_hosts().iter().any(odd) {
            return Err(wrong_address());
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        if config.get_application_name().is_none() {
            config.application_name("tengen lab");
        }
        config.keepalives(true);
        config.keepalives_idle(Duration::from_secs(30));
        config.keepalives_interval(Duration::from_secs(10));
        config.keepalives_retries(3);
        config.tcp_user_timeout(Duration::from_secs(60));
        let mut connection = Self {
            config,
            patience: FIRST_PATIENCE,
            client: None,
        };
        connection.run("connect", |client| Ok(client.batch_execute("SELECT 1")?))?;
        connection.patience = PATIENCE;
        Ok(connection)
    }

    /// Runs an operation to its end, again and again if the server goes away.
    pub(super) fn run<T>(
        &mut self,
        doing: &str,
        mut work: impl FnMut(&mut Client) -> Result<T, Trouble>,
    ) -> Result<T, StoreError> {
        let start = Instant::now();
        let mut pause = Duration::from_millis(50);
        loop {
            let error = match self.try_once(&mut work) {
                Ok(value) => return Ok(value),
                Err(Trouble::Ours(error)) => return Err(error),
                Err(Trouble::Server(error)) => error,
            };
            if !is_passing(&error) {
                return Err(StoreError::Broken(format!(
                    "Cannot {doing} ({self}): {}.",
                    reason(&error)
                )));
            }
            self.client = None;
            if start.elapsed() + pause > self.patience {
                return Err(StoreError::Unreachable(format!(
                    "Cannot {doing}: {self} has not answered for {} s ({}).",
                    start.elapsed().as_secs(),
                    reason(&error)
                )));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }

    fn try_once<T>(
        &mut self,
        work: &mut impl FnMut(&mut Client) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        if let Some(client) = &mut self.client
            && !client.is_closed()
        {
            return work(client);
        }
        let mut client = self.config.connect(NoTls)?;
        client.batch_execute(SESSION)?;
        work(self.client.insert(client))
    }
}

/// Tests if an error may pass by waiting: the server is gone or starting, or two transactions were
/// in each other's way.
fn is_passing(error: &postgres::Error) -> bool {
    if let Some(code) = error.code() {
        let passing = [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::TOO_MANY_CONNECTIONS,
            SqlState::ADMIN_SHUTDOWN,
            SqlState::CRASH_SHUTDOWN,
            SqlState::CANNOT_CONNECT_NOW,
            SqlState::QUERY_CANCELED,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
            SqlState::READ_ONLY_SQL_TRANSACTION,
        ];
        return passing.contains(code) || code.code().starts_with("08");
    }
    let source = std::error::Error::source(error);
    error.is_closed() || source.is_some_and(|source| source.is::<std::io::Error>())
}

/// The server's words, or why it could not be asked, without a full stop.
fn reason(error: &postgres::Error) -> String {
    let text = match (error.as_db_error(), std::error::Error::source(error)) {
        (Some(answer), _) if answer.code() == &SqlState::DISK_FULL => {
            format!("the disk of the server is full ({})", answer.message())
        }
        (Some(answer), _) => answer.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    };
    text.trim_end_matches('.').to_owned()
}

fn wrong_address() -> StoreError {
    StoreError::Broken(
        "The address of the store cannot be understood: it has to read \
         postgres://USER:PASSWORD@HOST:PORT/DATABASE, where %40 stands for an @ and %2F for a / \
         within a part."
            .to_owned(),
    )
}

/// The server at an address, without the password.
pub(crate) fn shown(url: &str) -> String {
    match url.parse::<Config>() {
        Ok(config) => describe(&config),
        Err(_) => "a PostgreSQL server".to_owned(),
    }
}

fn describe(config: &Config) -> String {
    // A password with an @ or a / in it may have been taken for a part of what follows.
    let public = |name: &str| name.rsplit('@').next().unwrap_or_default().to_owned();
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => public(name),
        #[cfg(unix)]
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first();
    let port = port.map_or(String::new(), |port| format!(":{port}"));
    let database = config.get_dbname().or(config.get_user());
    let database = database.map_or(String::new(), |name| {
        format!(", database {:?}", public(name))
    });
    format!("the PostgreSQL server {host}{port}{database}")
}

impl fmt::Display for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&describe(&self.config))
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Connection({self})")
    }
}
