//! The number of units at a time.

use tengen_go_lab::GO;
use tengen_lab::experiment::{Bundle, Experiment};
use tengen_lab::run::{oversubscribed, usual_workers};

fn experiment(budget: &str, threads: u32) -> Experiment {
    let text = format!(
        "kind = \"match\"\ngames = 2\nsize = 9\nbudget = {budget}\n\n\
         [players.one]\nrecipe = \"uct\"\n\n\
         [players.many]\nrecipe = \"uct\"\nset = {{ budget = {{ threads = {threads} }} }}\n"
    );
    let bundle = Bundle {
        name: "crew".to_owned(),
        text,
        ..Bundle::default()
    };
    Experiment::unpack(bundle, GO).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn workers_share_the_cores_by_threads() {
    let four = experiment("{ seconds = 1.0 }", 4);
    assert_eq!(four.threads(), 4);
    assert_eq!(usual_workers(&four, 16), 4);
    assert_eq!(usual_workers(&four, 7), 1);
    assert_eq!(usual_workers(&four, 2), 1);
    let one = experiment("{ seconds = 1.0 }", 1);
    assert_eq!(usual_workers(&one, 7), 7);
}

#[test]
fn too_many_are_told_where_time_counts() {
    let clocked = experiment("{ seconds = 1.0 }", 4);
    let said = oversubscribed(&clocked, 3, 8).unwrap();
    assert!(said.contains("want 12 cores"), "{said}");
    assert!(said.contains("2 at a time would do"), "{said}");
    assert_eq!(oversubscribed(&clocked, 2, 8), None);
    assert_eq!(oversubscribed(&clocked, 1, 2), None);
    let game = experiment("{ main = 60.0, period = 5.0, stones = 1 }", 2);
    assert!(oversubscribed(&game, 8, 8).is_some());
    let playouts = experiment("{ playouts = 100 }", 4);
    assert_eq!(oversubscribed(&playouts, 8, 8), None);
}
