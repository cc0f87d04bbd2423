//! The fast board against the slow reference, in lockstep: every fact that playouts use, on every
//! grid and with every set of features.

use crate::reference::{Reference, Refusal};
use tengen_game::Rng;
use tengen_go::board::{
    Atari, Black, Board, Board9, Board13, Board19, Board25, Features, Full, Hashed, Light, Moments,
    Side, Vertex, White, key,
};
use tengen_go::{Color, Ko, Point, Rules, Size, Suicide};

/// Simple ko, no suicide: what the board itself enforces.
fn board_rules() -> Rules {
    Rules {
        ko: Ko::Simple,
        suicide: Suicide::Forbidden,
        ..Rules::JAPANESE
    }
}

#[derive(Default)]
struct Seen {
    positions: usize,
    captures: usize,
    kos: usize,
    suicides: usize,
}

/// Random games, own eyes filled now and then so that chains die in every way.
fn lockstep<const W: usize, const V: usize, F: Features>(
    side: usize,
    games: usize,
    extra: impl Fn(&Board<W, V, F>, &Reference),
) -> Seen {
    let size = Size::new(side).unwrap();
    let mut rng = Rng::new(side as u64);
    let mut seen = Seen::default();
    for _ in 0..games {
        let mut board = Board::<W, V, F>::new(size);
        let mut reference = Reference::new(side, board_rules());
        for _ in 0..3 * size.area() {
            compare(&board, &reference, &mut seen);
            extra(&board, &reference);
            let color = reference.turn;
            let legal: Vec<usize> = (0..size.area())
                .filter(|&p| reference.check(color, p).is_ok())
                .filter(|&p| !is_eye(&reference, color, p) || rng.below(20) == 0)
                .collect();
            if legal.is_empty() && reference.now.iter().all(Option::is_none) {
                break;
            }
            if legal.is_empty() || rng.below(40) == 0 {
                board.pass();
                reference.play(color, None);
                continue;
            }
            let chosen = legal[rng.below(legal.len() as u32) as usize];
            assert!(board.play(color, point(chosen, size)));
            seen.captures += usize::from(reference.after(color, chosen).1 > 0);
            reference.play(color, Some(chosen));
        }
    }
    println!(
        "{size} {}: {games} games, {} positions, {} captures, {} ko bans, {} suicides",
        std::any::type_name::<F>()
            .rsplit("::")
            .next()
            .unwrap_or_default(),
        seen.positions,
        seen.captures,
        seen.kos,
        seen.suicides
    );
    seen
}

fn point(index: usize, size: Size) -> Point {
    Point::from_index(index, size).unwrap()
}

fn is_eye(reference: &Reference, color: Color, index: usize) -> bool {
    let size = Size::new(reference.side).unwrap();
    let here = point(index, size);
    let holds = |p: Point, c: Color| reference.now[p.index(size)] == Some(c);
    let diagonals: Vec<Point> = here.diagonals(size).collect();
    let hostile = diagonals.iter().filter(|&&p| holds(p, !color)).count();
    here.neighbours(size).all(|p| holds(p, color)) && hostile + usize::from(diagonals.len() < 4) < 2
}

fn compare<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    reference: &Reference,
    seen: &mut Seen,
) {
    let size = board.size();
    seen.positions += 1;
    let mut hash = 0;
    let mut empty = 0;
    for index in 0..size.area() {
        let (p, stone) = (point(index, size), reference.now[index]);
        assert_eq!(board.at(p), stone);
        match stone {
            Some(color) => {
                hash ^= key(color, p);
                compare_chain(board, reference, index);
            }
            None => {
                empty += 1;
                compare_empty::<Black, W, V, F>(board, reference, index, seen);
                compare_empty::<White, W, V, F>(board, reference, index, seen);
            }
        }
    }
    assert_eq!(board.hash(), if F::HASH { hash } else { 0 });
    assert_eq!(board.empty_count(), empty);
    let listed: std::collections::BTreeSet<Point> = (0..empty)
        .map(|i| board.empty(i).unwrap().point())
        .collect();
    assert_eq!(listed.len(), empty as usize);
    assert!(listed.iter().all(|&p| board.at(p).is_none()));
    assert_eq!(board.empty(empty), None);
}

fn compare_chain<const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    reference: &Reference,
    index: usize,
) {
    let size = board.size();
    let mut chain = reference.chain(&reference.now, index);
    chain.stones.sort_unstable();
    chain.liberties.sort_unstable();
    let p = point(index, size);
    let mut stones: Vec<usize> = board.chain(p).map(|s| s.index(size)).collect();
    stones.sort_unstable();
    assert_eq!(stones, chain.stones);
    let v = board.vertex(p).unwrap();
    for &stone in &chain.stones {
        assert!(board.same_chain(v, board.vertex(point(stone, size)).unwrap()));
    }
    let mut found = [None; 4];
    let count = board.liberties_up_to(v, &mut found);
    assert_eq!(count, chain.liberties.len().min(5));
    if count <= 4 {
        let mut found: Vec<usize> = found.iter().flatten().map(|l| l.index(size)).collect();
        found.sort_unstable();
        assert_eq!(found, chain.liberties);
    }
    assert_eq!(board.liberties(p, 1000), chain.liberties.len());
}

fn compare_empty<S: Side, const W: usize, const V: usize, F: Features>(
    board: &Board<W, V, F>,
    reference: &Reference,
    index: usize,
    seen: &mut Seen,
) {
    let size = board.size();
    let v = board.vertex(point(index, size)).unwrap();
    let eye = is_eye(reference, S::COLOR, index);
    assert_eq!(board.around(v).is_eye::<S>(), eye);
    // The board's ko binds whoever moves next.
    let verdict = reference.check(S::COLOR, index);
    let banned = board.ko().is_some_and(|ko| ko.index(size) == index);
    if S::COLOR == reference.turn {
        assert_eq!(banned, verdict == Err(Refusal::Repetition));
        seen.kos += usize::from(banned);
    }
    let legal = verdict != Err(Refusal::Suicide) && !banned;
    seen.suicides += usize::from(verdict == Err(Refusal::Suicide));
    assert_eq!(board.allows::<S>(v), legal);
    let mut after = board.clone();
    assert_eq!(after.try_play::<S>(v), legal);
    if !legal {
        assert_eq!(after, *board, "a refused move leaves no trace");
    }
    if board.is_hopeless::<S>(v) {
        assert!(eye || verdict == Err(Refusal::Suicide));
    }
    if eye {
        assert!(board.is_hopeless::<S>(v));
    }
}

/// Tests of what only a board with exact atari knows.
fn tactics<const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    reference: &Reference,
) {
    let size = board.size();
    for index in 0..size.area() {
        let v = board.vertex(point(index, size)).unwrap();
        if reference.now[index].is_some() {
            let liberties = reference.chain(&reference.now, index).liberties;
            let only = (liberties.len() == 1).then(|| point(liberties[0], size));
            assert_eq!(board.atari(v).map(Vertex::point), only);
            assert_eq!(board.is_in_atari(v), only.is_some());
        } else {
            self_atari::<Black, W, V, F>(board, reference, index);
            self_atari::<White, W, V, F>(board, reference, index);
        }
    }
}

fn self_atari<S: Side, const W: usize, const V: usize, F: Features<Liberties = Moments>>(
    board: &Board<W, V, F>,
    reference: &Reference,
    index: usize,
) {
    let v = board.vertex(point(index, board.size())).unwrap();
    let (after, captured, given_up) = reference.after(S::COLOR, index);
    assert_eq!(board.captures::<S>(v), captured > 0);
    let few = given_up > 0 || reference.chain(&after, index).liberties.len() <= 1;
    assert_eq!(board.is_self_atari::<S>(v), captured == 0 && few);
}

/// The hash after a move, foretold.
fn successors<const W: usize, const V: usize, F: Features>(board: &Board<W, V, F>, _: &Reference) {
    fn foretold<S: Side, const W: usize, const V: usize, F: Features>(board: &Board<W, V, F>) {
        for i in 0..board.empty_count() {
            let v = board.empty(i).unwrap();
            let mut after = board.clone();
            let played = after.try_play::<S>(v).then(|| after.hash());
            let told = board.allows::<S>(v).then(|| board.hash_after::<S>(v));
            assert_eq!(told, played);
        }
    }
    foretold::<Black, W, V, F>(board);
    foretold::<White, W, V, F>(board);
}

fn nothing<const W: usize, const V: usize, F: Features>(_: &Board<W, V, F>, _: &Reference) {}

fn worth(seen: &Seen) {
    let Seen {
        captures,
        kos,
        suicides,
        ..
    } = *seen;
    assert!(
        captures > 20 && kos > 0 && suicides > 50,
        "{captures} {kos} {suicides}"
    );
    assert!(seen.positions > 200);
}

#[test]
fn light_boards_agree_with_the_reference() {
    for side in 2..=9 {
        let seen = lockstep::<10, 112, Light>(side, 4, nothing);
        assert!(seen.positions > 10);
    }
    worth(&lockstep::<10, 112, Light>(9, 6, nothing));
    worth(&lockstep::<14, 212, Light>(13, 1, nothing));
    worth(&lockstep::<20, 424, Light>(19, 1, nothing));
}

#[test]
fn hashed_boards_foretell_the_next_hash() {
    worth(&lockstep::<10, 112, Hashed>(6, 30, successors));
}

#[test]
fn boards_with_exact_atari_agree_with_the_reference() {
    worth(&lockstep::<10, 112, Atari>(5, 30, tactics));
    worth(&lockstep::<10, 112, Atari>(9, 6, tactics));
    worth(&lockstep::<14, 212, Atari>(11, 1, tactics));
}

#[test]
fn full_boards_agree_on_any_size() {
    for side in [2, 3, 4, 6, 8, 11] {
        let seen = lockstep::<26, 704, Full>(side, 2, |board, reference| {
            tactics(board, reference);
            successors(board, reference);
        });
        assert!(seen.positions > 5);
    }
}

/// The largest sums that a grid can reach must fit the fields of [`Moments`]: a comb of one colour
/// on 25×25, with as many liberties as a chain can have.
#[test]
fn moments_hold_on_the_largest_board() {
    let size = Size::MAX;
    let mut board = Board25::<Full>::new(size);
    for p in Point::all(size).filter(|p| p.column() % 2 == 1 || p.row() == 24) {
        assert!(board.play(Color::Black, p));
    }
    let corner = Point::new(24, 24).unwrap();
    assert_eq!(board.liberties(corner, 1000), 13 * 24);
    assert!(!board.is_in_atari(board.vertex(corner).unwrap()));
    // The chain fills all its liberties but one.
    let mut open: Vec<Point> = board.liberty_points(corner);
    let last = open.pop().unwrap();
    for p in open {
        assert!(board.play(Color::Black, p), "{p:?}");
    }
    let v = board.vertex(corner).unwrap();
    assert_eq!(board.atari(v).map(Vertex::point), Some(last));
    assert!(board.play(Color::White, last));
    assert_eq!(board.at(corner), None);
    assert_eq!(board.stones(Color::Black), 0);
}

#[test]
fn one_position_has_one_hash_on_every_grid() {
    let size = Size::NINE;
    let mut rng = Rng::new(5);
    let mut boards = (
        Board9::<Full>::new(size),
        Board13::<Hashed>::new(size),
        Board19::<Hashed>::new(size),
        Board25::<Full>::new(size),
    );
    let mut color = Color::Black;
    for _ in 0..200 {
        let p = point(rng.below(81) as usize, size);
        let played = boards.0.play(color, p);
        assert_eq!(boards.1.play(color, p), played);
        assert_eq!(boards.2.play(color, p), played);
        assert_eq!(boards.3.play(color, p), played);
        assert_eq!(boards.0.hash(), boards.1.hash());
        assert_eq!(boards.0.hash(), boards.2.hash());
        assert_eq!(boards.0.hash(), boards.3.hash());
        color = !color;
    }
}

#[test]
fn a_lifted_stone_may_split_its_chain() {
    let size = Size::NINE;
    let mut board = Board9::<Full>::new(size);
    for column in 0..5 {
        assert!(board.play(Color::Black, Point::new(column, 4).unwrap()));
    }
    board.lift(Point::new(2, 4).unwrap());
    assert_eq!(board.chain(Point::new(0, 4).unwrap()).count(), 2);
    assert_eq!(board.chain(Point::new(4, 4).unwrap()).count(), 2);
    let mut fresh = Board9::<Full>::new(size);
    for column in [0, 1, 3, 4] {
        assert!(fresh.play(Color::Black, Point::new(column, 4).unwrap()));
    }
    assert_eq!(board.hash(), fresh.hash());
    assert_eq!(board.liberty_points(Point::new(0, 4).unwrap()).len(), 5);
}

#[test]
fn a_board_refuses_a_size_that_does_not_fit() {
    let too_large = std::panic::catch_unwind(|| Board9::<Light>::new(Size::THIRTEEN));
    assert!(too_large.is_err());
}

/// More play than every run of the tests can afford: `cargo test --release -p tengen-go --test all -- board --ignored
/// --nocapture` prints how much was compared.
#[test]
#[ignore = "slow: run by cargo xtask test --all"]
fn a_long_lockstep() {
    fn everything<const W: usize, const V: usize>(b: &Board<W, V, Full>, r: &Reference) {
        tactics(b, r);
        successors(b, r);
    }
    worth(&lockstep::<10, 112, Full>(5, 400, everything));
    worth(&lockstep::<10, 112, Light>(7, 200, nothing));
    worth(&lockstep::<10, 112, Full>(9, 100, everything));
    worth(&lockstep::<14, 212, Full>(13, 10, everything));
    worth(&lockstep::<20, 424, Full>(19, 3, everything));
    worth(&lockstep::<26, 704, Light>(25, 1, nothing));
}
