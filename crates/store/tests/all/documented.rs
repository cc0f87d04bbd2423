//! The examples of `docs/lab-store.md`, which have to work in both databases.

/// The queries of the page.
pub(crate) fn queries() -> Vec<&'static str> {
    let page = include_str!("../../../../docs/lab-store.md");
    let blocks = page.split("```sql\n").skip(1);
    let queries: Vec<_> = blocks
        .filter_map(|block| block.split("```").next())
        .collect();
    assert_eq!(queries.len(), 3);
    queries
}

/// The number of rows that each of them gives for a store filled by [`fill`].
pub(crate) const ROWS: [usize; 3] = [2, 3, 1];

/// Puts in some results: in series `a` one game of each ending, in series `b` one.
pub(crate) fn fill(store: &mut dyn tengen_store::Store) {
    use crate::suite::{LONG, header, report, units, worker};
    use tengen_store::Worth;

    store.prepare(&header(), &units(4)).unwrap();
    for end in ["score", "resignation", "resignation"] {
        let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
        let mut won = report(Worth::Counted, "");
        won.body = format!("{{\"body\": {{\"game\": {{\"end\": \"{end}\"}}}}}}");
        store.finish(&worker(0), &claim, &won).unwrap();
    }
    let claim = store.claim(&worker(0), LONG).unwrap().unwrap();
    let void = report(Worth::Void { last: false }, "void");
    store.finish(&worker(0), &claim, &void).unwrap();
}
