//! Values on paper, and back.

use tengen_game::{Color, Rng};
use tengen_solver::cgt::{Fault, Games, Value};

fn shown(text: &str) -> String {
    let mut games = Games::new();
    let a = games
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    games.show(a)
}

#[test]
fn values_have_their_usual_names() {
    for (text, name) in [
        ("{|}", "0"),
        ("-7", "−7"),
        ("6/4", "3/2"),
        ("-1/2", "−1/2"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("*5 + *6", "*3"),
        ("{1|1}", "1*"),
        ("1/2 + *2", "1/2*2"),
        ("-1 + *", "−1*"),
        ("{0|*}", "↑"),
        ("{*|0}", "↓"),
        ("^^", "⇑"),
        ("vv*", "⇓*"),
        ("3^", "3↑"),
        ("4v*", "4↓*"),
        ("^ + *", "↑*"),
        ("^*2", "↑*2"),
        ("2^ + *3", "⇑*3"),
        ("v + *", "↓*"),
        ("1 + ^", "1 + ↑"),
        ("-2 - 3^*", "−2 + 3↓*"),
        ("{2|-2}", "±2"),
        ("+-1/2", "±1/2"),
        ("{3|1}", "{3|1}"),
        ("2 + +-1", "{3|1}"),
        ("{5|{3|0}}", "{5||3|0}"),
        ("{5||3|0}", "{5||3|0}"),
        ("{{4|3}|{1|0}}", "{4|3||1|0}"),
        ("+_2", "+₂"),
        ("{0||0|-12}", "+₁₂"),
        ("-_2", "−₂"),
        ("{2|0||0}", "−₂"),
        ("+_1/2", "+_1/2"),
        ("1 + +_2", "{1|±1}"),
        ("{1,+-2|-3}", "{1,±2|−3}"),
        ("-(1 + *)", "−1*"),
        ("{ 3 , {5|2} | 0 }", "{{5|2},3|0}"),
    ] {
        assert_eq!(shown(text), name, "{text}");
    }
    assert_eq!(shown("{9|{5|{3|{2|0}}}}"), "{9|{5|||3||2|0}}");
}

#[test]
fn bad_texts_are_told_what_is_wrong_and_where() {
    for (text, column, message) in [
        (
            "",
            1,
            "a game is expected, such as 1/2, *, ^, +-1 or {3|1}, not the end",
        ),
        ("{1|0", 1, "the ‘{’ is never closed"),
        ("1 + (2", 5, "the ‘(’ is never closed"),
        ("(1}", 1, "the ‘(’ is never closed"),
        (
            "{1 0}",
            5,
            "a bar is missing between the options of Left and those of Right, as in {3|1}",
        ),
        (
            "{1|2|3}",
            5,
            "a second separator of 1 bars: the outer one must have more, as in {5||3|0}",
        ),
        (
            "{1,|0}",
            4,
            "a game is expected, such as 1/2, *, ^, +-1 or {3|1}, not the end",
        ),
        (
            "1 x",
            3,
            "the game has ended before ‘x’: a sum is written a + b, options in braces as {3|1}",
        ),
        (
            "1|0",
            2,
            "the game has ended before ‘|’: a sum is written a + b, options in braces as {3|1}",
        ),
        (
            "1/3",
            3,
            "the denominator must be a power of two, such as 1/2 or 3/8",
        ),
        (
            "1/0",
            3,
            "the denominator must be a power of two, such as 1/2 or 3/8",
        ),
        (
            "1/",
            3,
            "the denominator must be a power of two, such as 1/2 or 3/8",
        ),
        (
            "1 + ",
            5,
            "a game is expected, such as 1/2, *, ^, +-1 or {3|1}, not the end",
        ),
        (
            "…",
            1,
            "a game is expected, such as 1/2, *, ^, +-1 or {3|1}, not ‘…’",
        ),
    ] {
        let error = Games::new().parse(text).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("column {column} of the game: {message}"),
            "{text}"
        );
    }
}

#[test]
fn texts_that_ask_for_too_much_are_refused() {
    for (text, fault) in [
        ("1".repeat(4001), Some(Fault::Length)),
        ("-".repeat(1000) + "1", Some(Fault::Nesting)),
        (
            "(".repeat(1000) + "1" + &")".repeat(1000),
            Some(Fault::Nesting),
        ),
        (
            "{0|".repeat(900) + "0" + &"}".repeat(900),
            Some(Fault::Nesting),
        ),
        ("+-".repeat(1000) + "1", Some(Fault::Nesting)),
        ("99999999999999999999".into(), None),
        ("9999999999^".into(), None),
        ("*9999999999".into(), None),
        ("*4000000000".into(), None),
        ("+₉₉₉₉₉₉₉₉₉₉₉".into(), None),
        ("^".repeat(1000), None),
    ] {
        let error = Games::new().parse(&text).unwrap_err();
        match fault {
            Some(fault) => assert_eq!(error.fault, fault),
            None => assert!(matches!(error.fault, Fault::TooLarge(_)), "{error}"),
        }
    }
}

#[test]
fn random_texts_are_read_or_refused() {
    let alphabet: Vec<char> = "0123/12||||{{{}}}}(),+-−_*^v↑↓⇑±₂ 1x".chars().collect();
    let mut rng = Rng::new(11);
    let mut read = 0;
    for _ in 0..20_000 {
        let length = 1 + rng.below(12);
        let text: String = (0..length)
            .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
            .collect();
        match Games::with_limit(500).parse(&text) {
            Ok(_) => read += 1,
            Err(error) => assert!((1..=14).contains(&error.column), "{text}: {error}"),
        }
    }
    assert!(read > 300, "{read}");
}

fn random_value(games: &mut Games, rng: &mut Rng, depth: u32) -> Value {
    const ENDS: [&str; 12] = [
        "0", "1", "-1", "2", "-3", "1/2", "*", "^", "v*", "+_2", "1*2", "+-3",
    ];
    if depth == 0 || rng.below(4) == 0 {
        return games.parse(ENDS[rng.below(12) as usize]).unwrap();
    }
    let mut side = || -> Vec<Value> {
        let count = 1 + rng.below(2);
        (0..count)
            .map(|_| random_value(games, rng, depth - 1))
            .collect()
    };
    let (left, right) = (side(), side());
    games.game(&left, &right).unwrap()
}

#[test]
fn what_is_shown_is_read_back_as_the_same_value() {
    let mut rng = Rng::new(5);
    let mut braces = 0;
    for _ in 0..3000 {
        let mut games = Games::new();
        let a = random_value(&mut games, &mut rng, 4);
        let text = games.show(a);
        if text.contains('…') || text.chars().count() > 4000 {
            continue;
        }
        braces += usize::from(text.contains("||"));
        let back = games
            .parse(&text)
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(back, a, "{text}");
        // Another store, with another history, shows the same.
        let mut other = Games::new();
        let b = other.parse(&text).unwrap();
        assert_eq!(other.show(b), text);
        assert_eq!(other.mean(b), games.mean(a));
        let sides = |games: &Games, a| Color::BOTH.map(|side| games.options(a, side).len());
        assert_eq!(sides(&other, b), sides(&games, a));
    }
    assert!(braces > 500, "{braces}");
}
