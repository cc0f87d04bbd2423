//! The store in a server.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tengen_store::{Header, Postgres, Reception, Store, StoreError, Worth};

use crate::documented;
use crate::server::Server;
use crate::suite::{Backend, LONG, PROMISES, header, report, units, worker};

struct InServer(String);

impl Backend for InServer {
    fn open(&self) -> Box<dyn Store> {
        Box::new(Postgres::open(&self.0).unwrap())
    }

    fn is_of_one(&self) -> bool {
        false
    }
}

#[test]
fn postgres_keeps_all_promises() {
    let Some(server) = Server::start() else {
        return;
    };
    for (number, (name, promise)) in PROMISES.iter().enumerate() {
        println!("{name}");
        promise(&InServer(server.database(&format!("lab{number}"))));
    }
    many_open_an_empty_database_at_once(&server.database("many"));
    experiments_share_a_database(&server.database("shared"));
    documented_queries(&server.database("documented"));
    refusals(&server);
}

fn documented_queries(url: &str) {
    documented::fill(&mut Postgres::open(url).unwrap());
    let mut client = postgres::Client::connect(url, postgres::NoTls).unwrap();
    client.batch_execute("SET search_path TO tengen").unwrap();
    for (query, rows) in documented::queries().into_iter().zip(documented::ROWS) {
        assert_eq!(client.query(query, &[]).unwrap().len(), rows, "{query}");
    }
}

fn many_open_an_empty_database_at_once(url: &str) {
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut store = Postgres::open(url).unwrap();
                store.prepare(&header(), &units(10)).unwrap();
            });
        }
    });
    assert_eq!(Postgres::experiments(url).unwrap(), [header()]);
}

fn experiments_share_a_database(url: &str) {
    assert_eq!(Postgres::experiments(url).unwrap(), []);
    let other = Header {
        hash: "abc".to_owned(),
        name: "other".to_owned(),
        ..header()
    };
    let mut first = Postgres::open(url).unwrap();
    let mut second = Postgres::open(url).unwrap();
    first.prepare(&header(), &units(3)).unwrap();
    second.prepare(&other, &units(5)).unwrap();
    let hashes: Vec<_> = Postgres::experiments(url)
        .unwrap()
        .into_iter()
        .map(|header| header.hash)
        .collect();
    assert_eq!(hashes.len(), 2);
    let claim = first.claim(&worker(0), LONG).unwrap().unwrap();
    let reported = report(Worth::Counted, "x");
    first.finish(&worker(0), &claim, &reported).unwrap();
    assert_eq!(second.tally().unwrap().open, 5);
    assert_eq!(second.claim(&worker(0), LONG).unwrap().unwrap().unit, "a/1");
    let mut third = Postgres::open(url).unwrap();
    third.choose(&header().hash).unwrap();
    assert_eq!(third.results().unwrap().len(), 1);
    let error = third.choose("nothing").unwrap_err();
    assert!(matches!(error, StoreError::OtherExperiment(_)), "{error}");
}

fn refusals(server: &Server) {
    let error = Postgres::open(&server.url("nowhere")).unwrap_err();
    assert!(error.to_string().contains("nowhere"), "{error}");
    let url = server.url("shared").replace("tester@", "nobody:geheim@");
    let error = Postgres::open(&url).unwrap_err().to_string();
    assert!(
        error.contains("nobody") && !error.contains("geheim"),
        "{error}"
    );
}

/// Four workers, and a server that is killed twice while they work. Their leases are long: a claim
/// whose answer was lost has to be found again.
#[test]
fn postgres_survives_kills_of_the_server() {
    const NUMBER: u64 = 240;
    let Some(server) = Server::start() else {
        return;
    };
    let url = server.database("lab");
    let server = Mutex::new(server);
    let finished = AtomicUsize::new(0);
    let mut patient = Postgres::open(&url).unwrap();
    patient.prepare(&header(), &units(NUMBER)).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (url, finished) = (&url, &finished);
            scope.spawn(move || {
                let mut store = Postgres::open(url).unwrap();
                store.prepare(&header(), &units(NUMBER)).unwrap();
                let worker = worker(thread);
                while let Some(claim) = store.claim(&worker, LONG).unwrap() {
                    let report = report(Worth::Counted, &claim.unit);
                    let reception = store.finish(&worker, &claim, &report).unwrap();
                    assert_eq!(reception, Reception::Kept);
                    finished.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for enough in [50, 130] {
            while finished.load(Ordering::Relaxed) < enough {
                std::thread::sleep(Duration::from_millis(5));
            }
            let mut server = server.lock().unwrap();
            server.kill();
            server.run();
        }
    });
    assert_eq!(finished.into_inner() as u64, NUMBER);
    // This connection slept through it all.
    let results = patient.results().unwrap();
    assert_eq!(results.len() as u64, NUMBER);
    for (result, unit) in results.iter().zip(units(NUMBER)) {
        assert_eq!(result.unit, unit.id);
        assert_eq!(result.body, report(Worth::Counted, &unit.id).body);
    }
    server.lock().unwrap().kill();
    patient.set_patience(Duration::from_millis(200));
    let error = patient.tally().unwrap_err();
    assert!(matches!(error, StoreError::Unreachable(_)), "{error}");
    server.lock().unwrap().run();
    assert_eq!(patient.tally().unwrap().done, NUMBER);
}
