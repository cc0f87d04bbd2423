//! Values that the books give.

use tengen_game::Color::{Black, White};
use tengen_solver::cgt::{Dyadic, Games, Relation, TooLarge, Value};

fn fraction(numerator: i64, exponent: u32) -> Dyadic {
    Dyadic::new(numerator, exponent).unwrap()
}

fn relation(games: &mut Games, a: &str, b: &str) -> Relation {
    let (a, b) = (games.parse(a).unwrap(), games.parse(b).unwrap());
    games.compare(a, b).unwrap()
}

fn equal(a: &str, b: &str) {
    assert_eq!(
        relation(&mut Games::new(), a, b),
        Relation::Equal,
        "{a} and {b}"
    );
}

/// Mean and temperature.
fn mast(text: &str) -> (String, String) {
    let mut games = Games::new();
    let a = games.parse(text).unwrap();
    (games.mean(a).to_string(), games.temperature(a).to_string())
}

fn cooled(text: &str, t: Dyadic) -> String {
    let mut games = Games::new();
    let a = games.parse(text).unwrap();
    let cold = games.cool(a, t).unwrap();
    games.show(cold)
}

#[test]
fn numbers_are_the_simplest_that_fit() {
    for (game, number) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{0|1}", "1/2"),
        ("{0|1/2}", "1/4"),
        ("{1|}", "2"),
        ("{-3|5}", "0"),
        ("{2|9}", "3"),
        ("{-9|-2}", "-3"),
        ("{1/4|9/16}", "1/2"),
        ("{-5/8|-1/2}", "-9/16"),
        ("{*|*}", "0"),
        ("{0|+-2}", "1"),
        ("{+-2|}", "0"),
        ("{^|1}", "1/2"),
        ("{-1,*|1/2}", "0"),
        ("{1*|1*}", "1"),
        ("{0||2|1}", "1"),
    ] {
        equal(game, number);
    }
}

#[test]
fn hot_games_have_their_mean_and_temperature() {
    for (game, mean, temperature) in [
        ("{1|0}", "1/2", "1/2"),
        ("+-1", "0", "1"),
        ("{3|1}", "2", "1"),
        // What White's move threatens is smaller than the move: gote.
        ("{5||3|0}", "13/4", "7/4"),
        // The follow-up is larger than the move: White plays it in sente, and it is as if it had been played.
        ("{1||0|-10}", "0", "1"),
        ("{10|1||0}", "1", "1"),
        ("{10||1|0}", "21/4", "19/4"),
        ("{4|0||-1|-9}", "−1", "3"),
        ("{{20|1},2|0}", "1", "1"),
        ("*", "0", "0"),
        ("^", "0", "0"),
        ("+_3", "0", "0"),
        ("5", "5", "−1"),
        ("3/4", "3/4", "−1/4"),
        ("{2|-1} + {3|1}", "5/2", "3/2"),
    ] {
        let found = mast(game);
        assert_eq!((&*found.0, &*found.1), (mean, temperature), "{game}");
    }
}

#[test]
fn the_walls_of_a_sente_have_their_corners() {
    let mut games = Games::new();
    let a = games.parse("{10|1||0}").unwrap();
    let thermograph = games.thermograph(a);
    let corners = |wall: &[tengen_solver::cgt::Corner]| -> Vec<String> {
        let text = |corner: &tengen_solver::cgt::Corner| {
            format!("{}@{}", corner.value, corner.temperature)
        };
        wall.iter().map(text).collect()
    };
    assert_eq!(corners(&thermograph.left), ["1@0", "1@1"]);
    assert_eq!(corners(&thermograph.right), ["0@0", "1@1"]);
    assert_eq!(thermograph.right_at(fraction(1, 1)), Ok(fraction(1, 1)));
    assert_eq!(thermograph.left_at(fraction(3, 0)), Ok(Dyadic::ONE));

    let b = games.parse("{5||3|0}").unwrap();
    let thermograph = games.thermograph(b);
    assert_eq!(corners(&thermograph.left), ["5@0", "13/4@7/4"]);
    assert_eq!(corners(&thermograph.right), ["3@0", "3@3/2", "13/4@7/4"]);
    assert_eq!(games.stop(b, Black), Dyadic::integer(5));
    assert_eq!(games.stop(b, White), Dyadic::integer(3));
}

#[test]
fn cooling_taxes_until_the_game_freezes() {
    let half = fraction(1, 1);
    for (game, t, cold) in [
        ("{1|0}", Dyadic::ONE, "1/2"),
        ("{1|0}", half, "1/2*"),
        ("{1|0}", fraction(1, 2), "{3/4|1/4}"),
        ("+-1", Dyadic::ONE, "*"),
        ("+-1", half, "±1/2"),
        ("{3|1}", Dyadic::ONE, "2*"),
        ("{2||1|0}", Dyadic::ONE, "5/4"),
        ("{2||0|-4}", Dyadic::ONE, "{1||0|−2}"),
        // A large threat that is answered becomes a tiny.
        ("{1||0|-4}", Dyadic::ONE, "+₂"),
        ("1/2", Dyadic::ONE, "1/2"),
        ("*", Dyadic::ONE, "0"),
        ("^", fraction(1, 5), "0"),
        ("^", Dyadic::ZERO, "↑"),
    ] {
        assert_eq!(cooled(game, t), cold, "{game} by {t}");
    }
}

#[test]
fn the_small_games_are_ordered() {
    use Relation::{Confused, Equal, Greater, Less};
    let mut games = Games::new();
    for (a, b, expected) in [
        ("{0|*}", "^", Equal),
        ("{0,*|0}", "^*", Equal),
        ("^ + *", "^*", Equal),
        ("{0|^}", "^^*", Equal),
        ("^ + ^ + ^", "3^", Equal),
        ("v", "-^", Equal),
        ("* + *", "0", Equal),
        ("*2 + *3", "*", Equal),
        ("^", "0", Greater),
        ("^", "1/1024", Less),
        ("^", "*", Confused),
        ("^*", "0", Confused),
        ("^^", "*", Greater),
        ("^^", "*2", Greater),
        ("^", "*2", Greater),
        ("*", "0", Confused),
        ("*", "1/64", Less),
        ("+_2", "0", Greater),
        ("+_2", "^", Less),
        ("100^", "1/64", Less),
        ("+_1", "+_2", Greater),
        ("+_1/2", "+_1", Greater),
        ("+_2 + +_2 + +_2", "+_1", Less),
        ("-_2", "0", Less),
        ("+-1", "0", Confused),
        ("+-1", "1", Confused),
        ("+-1", "2", Less),
        ("{3|1}", "{2|1}", Greater),
        ("{3|0}", "{2|1}", Confused),
        ("+-1 + +-1", "0", Equal),
        ("{2|-1} + {1|-2}", "0", Equal),
        ("{2|-1} + 1", "{3|0}", Equal),
        ("{4|0} + {2|0}", "{6|4||2|0}", Equal),
        ("{4|0} + {2|0}", "{4|2}", Confused),
    ] {
        assert_eq!(relation(&mut games, a, b), expected, "{a} and {b}");
    }
}

/// A corridor of Black's, blocked at one end and open to White at the other: Black closes it and
/// keeps all but one point, or White comes one step further. *Mathematical Go*: chilled it is the
/// number n − 2 + 2^−(n−1), and the move at its mouth is worth 1 − 2^−(n−1).
#[test]
fn corridors_have_their_chilled_values() {
    let mut games = Games::new();
    let mut corridor = games.integer(0).unwrap();
    for n in 2..=40 {
        let closed = games.integer(n - 1).unwrap();
        corridor = games.game(&[closed], &[corridor]).unwrap();
        let rest = fraction(1, n as u32 - 1);
        let mean = Dyadic::integer(n - 2).plus(rest).unwrap();
        assert_eq!(games.mean(corridor), mean, "length {n}");
        assert_eq!(
            games.temperature(corridor),
            Dyadic::ONE.minus(rest).unwrap()
        );
        let chilled = games.cool(corridor, Dyadic::ONE).unwrap();
        assert_eq!(games.as_number(chilled), Some(mean));
        assert_eq!(games.stop(corridor, Black), Dyadic::integer(n - 1));
        assert_eq!(games.stop(corridor, White), Dyadic::integer(n - 2));
    }
    assert_eq!(games.options(corridor, White).len(), 1);
}

/// Moves that are worth just the tax of chilling: two points at stake become a star, and each threat
/// to come to the next step adds an up and a star.
#[test]
fn moves_that_are_worth_the_tax_chill_to_ups() {
    let mut games = Games::new();
    let mut corridor = games.parse("+-1").unwrap();
    for (n, expected) in (1..).zip(["↑", "⇑*", "3↑", "4↑*", "5↑"]) {
        let closed = games.integer(1).unwrap();
        let minus = games.integer(-1).unwrap();
        let pushed = games.add(corridor, minus).unwrap();
        corridor = games.game(&[closed], &[pushed]).unwrap();
        let chilled = games.cool(corridor, Dyadic::ONE).unwrap();
        assert_eq!(games.show(chilled), expected, "step {n}");
    }
}

#[test]
fn sums_of_many_switches_stay_small() {
    let mut games = Games::new();
    let mut sum = games.integer(0).unwrap();
    for n in 0..200 {
        let (high, low) = (games.integer(n + 2).unwrap(), games.integer(n).unwrap());
        let switch = games.game(&[high], &[low]).unwrap();
        sum = games.add(sum, switch).unwrap();
    }
    // 200 gotes of a point each side: they pair off.
    assert_eq!(games.as_number(sum), Some(Dyadic::integer(199 * 100 + 200)));
    assert!(games.len() < 20_000, "{}", games.len());
}

#[test]
fn great_integers_are_one_form_each() {
    let mut games = Games::new();
    for n in [-1000, 1000, i32::MIN, i32::MAX] {
        let a = games.integer(n).unwrap();
        assert_eq!(games.as_number(a), Some(Dyadic::integer(n)));
        let zero = games.integer(0).unwrap();
        let (left, right) = if n > 0 { (a, zero) } else { (zero, a) };
        let hot = games.game(&[left], &[right]).unwrap();
        let half = Dyadic::integer(n).half().unwrap();
        assert_eq!(games.mean(hot), half);
        let back = games.negative(hot).unwrap();
        let nothing = games.add(hot, back).unwrap();
        assert_eq!(nothing, zero);
    }
    assert!(games.len() < 100, "{}", games.len());
}

#[test]
fn a_store_never_outgrows_its_limit() {
    let mut games = Games::with_limit(12);
    let made: Vec<Value> = (0..20).map_while(|n| games.integer(n).ok()).collect();
    assert_eq!((made.len(), games.len()), (12, 12));
    assert_eq!(games.integer(12), Err(TooLarge));
    assert_eq!(games.game(&[made[3]], &[made[1]]), Err(TooLarge));
    assert_eq!(games.integer(11), Ok(made[11]));
    assert_eq!(games.compare(made[2], made[1]), Ok(Relation::Greater));

    // Switches of all sizes: each subset of them is a position of its own.
    let mut games = Games::with_limit(2000);
    let mut sum = games.integer(0).unwrap();
    let mut size = 1;
    let error = loop {
        let text = format!("{{{{{}|0}},{size}||{{0|-{size}}},-{size}}}", 3 * size);
        let Ok(switch) = games.parse(&text) else {
            break TooLarge;
        };
        match games.add(sum, switch) {
            Ok(larger) => sum = larger,
            Err(error) => break error,
        }
        size += 1;
    };
    assert_eq!(error, TooLarge);
    assert!(games.len() <= 2000);
}

#[test]
fn games_of_great_depth_are_refused() {
    let mut games = Games::new();
    let zero = games.integer(0).unwrap();
    let mut deep = games.nimber(1).unwrap();
    let mut depth = 1;
    let error = loop {
        match games.game(&[zero], &[deep]) {
            Ok(deeper) => deep = deeper,
            Err(error) => break error,
        }
        depth += 1;
    };
    assert_eq!((error, depth), (TooLarge, 128));
    // What is there already remains at work.
    let back = games.negative(deep).unwrap();
    assert_eq!(games.compare(deep, back), Ok(Relation::Greater));
    assert_eq!(games.add(deep, back), Ok(zero));
    assert_eq!(games.add(deep, deep), Err(TooLarge));
    assert_eq!(games.nimber(1_000_000), Err(TooLarge));
    assert_eq!(games.ups(i32::MIN, 0), Err(TooLarge));
}

/// Sums and comparisons of the deepest games that have no name: they end, in an answer or without.
#[test]
fn the_deepest_games_overflow_no_stack() {
    let mut games = Games::new();
    let zero = games.integer(0).unwrap();
    let mut deep = games.parse("+_2").unwrap();
    let mut depth = 2;
    while let Ok(deeper) = games.game(&[zero], &[deep]) {
        deep = deeper;
        depth += 1;
    }
    assert_eq!(depth, 128);
    assert_eq!(games.compare(deep, zero), Ok(Relation::Greater));
    let back = games.negative(deep).unwrap();
    assert_eq!(games.compare(back, deep), Ok(Relation::Less));
    // On the way to 0 there are games of twice the depth.
    assert_eq!(games.add(deep, back), Err(TooLarge));
    let star = games.nimber(1).unwrap();
    assert_eq!(games.cool(deep, Dyadic::ONE), Ok(zero));
    let starred = games.add(games.options(deep, White)[0], star).unwrap();
    assert!(games.as_number(starred).is_none());
}

/// A question that fits the store but would take for ever ends too.
#[test]
fn long_questions_end() {
    let mut games = Games::with_limit(1000);
    let many = games.nimber(60).unwrap();
    let tiny = games.parse("+_1").unwrap();
    assert_eq!(games.add(tiny, many), Err(TooLarge));
    assert!(games.len() < 900, "{}", games.len());
    assert_eq!(games.compare(tiny, many), Ok(Relation::Confused));
}

#[test]
fn dyadic_numbers_are_exact_or_refused() {
    let greatest = fraction(i64::MAX, 0);
    assert_eq!(greatest.plus(Dyadic::ONE), Err(TooLarge));
    assert_eq!(
        greatest
            .half()
            .unwrap()
            .half()
            .unwrap()
            .plus(fraction(1, 62)),
        Err(TooLarge)
    );
    assert_eq!(Dyadic::new(i64::MIN, 0), Err(TooLarge));
    assert_eq!(Dyadic::new(1, 63), Err(TooLarge));
    assert_eq!(fraction(1, 62).half(), Err(TooLarge));
    assert_eq!(fraction(4, 63), fraction(1, 61));
    assert_eq!(fraction(0, 1000), Dyadic::ZERO);
    assert_eq!(fraction(6, 2).to_string(), "3/2");
    assert_eq!(fraction(-3, 2).to_string(), "−3/4");
    assert_eq!(fraction(3, 2).as_f64(), 0.75);
    assert!(fraction(1, 62) > Dyadic::ZERO && fraction(1, 62) < fraction(1, 61));
    assert!(greatest > fraction(i64::MAX - 1, 1) && -greatest < fraction(-1, 62));
    assert_eq!(
        fraction(3, 2).options(),
        (Some(fraction(1, 1)), Some(Dyadic::ONE))
    );
    assert_eq!(
        Dyadic::integer(-2).options(),
        (None, Some(Dyadic::integer(-1)))
    );
}
