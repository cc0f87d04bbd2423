//! Files: what is read, what is refused, and what follows.

use tengen_lab::outline::Kind;

use super::{SMALL, learn, read};

fn faults(text: &str) -> String {
    let faults = read(text).expect_err("the text should be refused");
    let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
    said.join("\n")
}

/// The faults if a part of the file is another.
fn changed(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    faults(&SMALL.replacen(from, to, 1))
}

#[test]
fn models_with_curves_and_sweeps_become_series_of_one_unit() {
    let experiment = read(SMALL).unwrap();
    assert_eq!(experiment.kind(), Kind::Learn);
    let names: Vec<String> = experiment.series().into_iter().map(|s| s.name).collect();
    assert_eq!(
        names,
        [
            "plain",
            "plain[10]",
            "broad",
            "broad[10]",
            "broad[20]",
            "search",
            "search[broad.reach=3]",
            "search[broad.reach=7]",
            "search[broad.fold=window]",
        ]
    );
    assert_eq!(experiment.units().len(), 9);
    assert_eq!(experiment.units()[1].id, "plain[10]/1");
    let outline = experiment.outline();
    let bases: Vec<Option<&str>> = outline.models.iter().map(|m| m.base.as_deref()).collect();
    assert_eq!(bases[..3], [None, None, Some("plain")]);
    // A point of a curve is compared with the one of as many games, if there is one.
    assert_eq!(bases[3..5], [Some("plain[10]"), Some("plain")]);
    assert_eq!(bases[5..8], [None, Some("search"), Some("search")]);
    let models = &learn(&experiment).models;
    assert_eq!(models[7].params.broad.reach, 7);
    assert_eq!(models[5].params.broad.reach, 5);
    assert_eq!(
        (models[0].games, models[1].games, models[6].games),
        (40, 10, 20)
    );
    assert_eq!(models[6].stem(), "search-broad.reach-3");
    assert_eq!(
        outline.players[2].what,
        format!("with broad patterns: {}", outline.players[3].what)
    );
}

#[test]
fn what_results_depend_on_is_hashed_and_words_are_not() {
    let hash = |text: &str| read(text).unwrap().hash;
    let plain = hash(SMALL);
    assert_eq!(hash(&SMALL.replace("Small models", "Other words")), plain);
    assert_eq!(hash(&SMALL.replace("with broad patterns", "so")), plain);
    for (from, to) in [
        ("moves = [0, 12]", "moves = [0, 11]"),
        ("test = [50, 60]", "test = [50, 59]"),
        ("games = 20", "games = 21"),
        ("\"shape.size\" = 0", "\"shape.size\" = 2"),
    ] {
        assert_ne!(hash(&SMALL.replace(from, to)), plain, "{to}");
    }
}

#[test]
fn fewer_games_are_another_experiment() {
    let mut capped = read(SMALL).unwrap();
    let whole = capped.hash.clone();
    capped.ask_for(1000);
    assert_eq!((&capped.hash, learn(&capped).cap()), (&whole, None));
    capped.ask_for(15);
    assert_ne!(capped.hash, whole);
    assert_eq!(learn(&capped).cap(), Some(15));
    let models = &learn(&capped).models;
    assert!(models.iter().all(|model| model.games <= 15));
    let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
    // A point of the curve beyond would be called what it is not.
    assert!(names.contains(&"broad[10]") && !names.contains(&"broad[20]"));
    assert!(names.contains(&"search[broad.reach=3]"));
    let once = capped.hash.clone();
    capped.ask_for(15);
    assert_eq!(capped.hash, once);
}

#[test]
fn mistakes_are_told_with_their_lines() {
    let said = changed("\"broad.on\" = false", "\"broad.in\" = false");
    assert!(said.starts_with("trial.toml:14:"), "{said}");
    assert!(said.contains("did you mean `broad.on`?"), "{said}");
    let said = changed("\"broad.reach\" = [3, 7]", "\"broad.reach\" = [3, 70]");
    assert!(
        said.contains("broad.reach") && said.contains("70"),
        "{said}"
    );
    let said = changed("\"broad.reach\" = [3, 7]", "\"broad.reach\" = 3");
    assert!(said.contains("takes an array of values"), "{said}");
    let said = changed("base = \"plain\"", "base = \"plan\"");
    assert!(
        said.contains("there is no model \"plan\" (did you mean plain?)"),
        "{said}"
    );
    let said = changed("base = \"plain\"", "base = \"search\"");
    assert!(said.contains("judged on the same games"), "{said}");
    let said = changed("base = \"plain\"", "base = \"broad\"");
    assert!(said.contains("another model"), "{said}");
    let said = changed("name = \"broad\"", "name = \"plain\"");
    assert!(
        said.contains("two series would be called \"plain\""),
        "{said}"
    );
    let said = changed("name = \"broad\"", "name = \"a/b\"");
    assert!(said.contains("no name for a model"), "{said}");
    let said = changed("curve = [10, 20]", "curve = [10, 40]");
    assert!(
        said.contains("below the 40 of the model itself, not 40"),
        "{said}"
    );
    let said = changed("games = 20", "games = 41");
    assert!(said.contains("from 1 to 40, not 41"), "{said}");
    let said = changed("on = \"validation\"", "on = \"tset\"");
    assert!(said.contains("validation"), "{said}");
    let said = changed("[data]", "[players.rave]\n[data]");
    assert!(said.contains("there is no `players`"), "{said}");
    let said = changed("figures = { plain", "figures = { plan");
    assert!(
        said.contains("there is no series \"plan\" (did you mean plain?)"),
        "{said}"
    );
    let said = changed("[0.1, 50.0, 0.5, -3.0]", "[0.1, 50.0]");
    assert!(said.contains("takes four numbers"), "{said}");
}

#[test]
fn ranges_that_make_no_sense_are_refused() {
    let said = changed("test = [50, 60]", "test = [45, 60]");
    assert!(
        said.contains("`data.test` and `data.validate` share the records 45 to 49"),
        "{said}"
    );
    let said = changed("validate = [40, 50]", "validate = [39, 50]");
    assert!(said.contains("share the records 39 to 39"), "{said}");
    for wrong in ["[60, 50]", "[50, 50]", "[50]", "[-1, 5]", "\"all\""] {
        let said = changed("test = [50, 60]", &format!("test = {wrong}"));
        assert!(said.contains("data.test"), "{wrong}: {said}");
    }
    let said = changed("validate = [40, 50]\n", "");
    assert!(said.contains("[data] has no `validate`"), "{said}");
    let said = changed("train = [0, 40]\n", "");
    assert!(said.contains("`data.train` is missing"), "{said}");
    let said = faults("kind = \"learn\"");
    assert!(
        said.contains("`data` is missing") && said.contains("`models` is missing"),
        "{said}"
    );
}

#[test]
fn claims_about_models_name_a_figure() {
    let said = changed("figure = \"mean rank\"\n", "");
    assert!(
        said.contains("claims about models name their `figure`"),
        "{said}"
    );
    let said = changed("figure = \"mean rank\"", "figure = \"rank\"");
    assert!(said.contains("mean rank"), "{said}");
    let said = changed("most = 361", "most = 361\nleast = 1");
    assert!(said.contains("a claim has one of"), "{said}");
    let said = changed("greater = \"plain\"", "greater = \"plain[11]\"");
    assert!(said.contains("there is no series \"plain[11]\""), "{said}");
}
