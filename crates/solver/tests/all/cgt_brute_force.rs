//! The arithmetic of games against plain play of random game trees.

use std::collections::HashMap;

use tengen_game::{Color, Rng};
use tengen_solver::cgt::{Dyadic, Games, Relation, Value};

/// A forest of explicit game trees: what each side may move to.
#[derive(Default)]
struct Forest {
    trees: Vec<(Vec<usize>, Vec<usize>)>,
    won: HashMap<(Color, usize, usize), bool>,
}

impl Forest {
    fn plant(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.trees.push((left, right));
        self.trees.len() - 1
    }

    /// −`most`..=`most` as trees, and random ones over them, most of them over recent ones.
    fn random(rng: &mut Rng, most: usize, more: usize) -> Self {
        let mut forest = Self::default();
        let zero = forest.plant(vec![], vec![]);
        let (mut up, mut down) = (zero, zero);
        for _ in 0..most {
            up = forest.plant(vec![up], vec![]);
            down = forest.plant(vec![], vec![down]);
        }
        for _ in 0..more {
            let (left, right) = (forest.draw(rng), forest.draw(rng));
            forest.plant(left, right);
        }
        forest
    }

    fn draw(&self, rng: &mut Rng) -> Vec<usize> {
        let n = self.trees.len() as u32;
        let count = [0, 1, 1, 1, 2, 2, 3][rng.below(7) as usize];
        (0..count)
            .map(|_| n - 1 - rng.below(n).min(rng.below(n + 4)).min(n - 1))
            .map(|i| i as usize)
            .collect()
    }

    /// Tests if `mover`, to move in `g − h`, makes the last move.
    fn wins(&mut self, mover: Color, g: usize, h: usize) -> bool {
        if let Some(&known) = self.won.get(&(mover, g, h)) {
            return known;
        }
        let (of_g, of_h) = match mover {
            Color::Black => (self.trees[g].0.clone(), self.trees[h].1.clone()),
            Color::White => (self.trees[g].1.clone(), self.trees[h].0.clone()),
        };
        let won = of_g.iter().any(|&next| !self.wins(!mover, next, h))
            || of_h.iter().any(|&next| !self.wins(!mover, g, next));
        self.won.insert((mover, g, h), won);
        won
    }

    fn relation(&mut self, g: usize, h: usize) -> Relation {
        match (self.wins(Color::Black, g, h), self.wins(Color::White, g, h)) {
            (true, true) => Relation::Confused,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Equal,
        }
    }

    /// Every tree's value.
    fn values(&self, games: &mut Games) -> Vec<Value> {
        let mut values = Vec::new();
        for (left, right) in &self.trees {
            let of = |options: &[usize]| options.iter().map(|&i| values[i]).collect::<Vec<_>>();
            let value = games.game(&of(left), &of(right)).unwrap();
            values.push(value);
        }
        values
    }

    /// A canonical form written out as a tree, numbers too.
    fn regrow(&mut self, games: &mut Games, a: Value) -> usize {
        let (left, right) = match games.as_number(a) {
            Some(x) => {
                let (left, right) = x.options();
                let mut number = |x: Option<Dyadic>| -> Vec<Value> {
                    x.map(|x| games.number(x).unwrap()).into_iter().collect()
                };
                (number(left), number(right))
            }
            None => (
                games.options(a, Color::Black).to_vec(),
                games.options(a, Color::White).to_vec(),
            ),
        };
        let left = left.into_iter().map(|b| self.regrow(games, b)).collect();
        let right = right.into_iter().map(|b| self.regrow(games, b)).collect();
        self.plant(left, right)
    }

    /// `g + h` as a tree.
    fn sum(&mut self, g: usize, h: usize, known: &mut HashMap<(usize, usize), usize>) -> usize {
        if let Some(&tree) = known.get(&(g, h)) {
            return tree;
        }
        let mut sides = Vec::new();
        for side in Color::BOTH {
            let of = |forest: &Self, i: usize| match side {
                Color::Black => forest.trees[i].0.clone(),
                Color::White => forest.trees[i].1.clone(),
            };
            let mut options = Vec::new();
            for next in of(self, g) {
                options.push(self.sum(next, h, known));
            }
            for next in of(self, h) {
                options.push(self.sum(g, next, known));
            }
            sides.push(options);
        }
        let right = sides.pop().unwrap();
        let left = sides.pop().unwrap();
        let tree = self.plant(left, right);
        known.insert((g, h), tree);
        tree
    }
}

#[test]
fn comparison_agrees_with_who_wins_the_difference() {
    let mut seen = [0; 4];
    for seed in 0..150 {
        let mut forest = Forest::random(&mut Rng::new(seed), 2, 14);
        let mut games = Games::new();
        let values = forest.values(&mut games);
        for g in 0..values.len() {
            for h in 0..values.len() {
                let played = forest.relation(g, h);
                let compared = games.compare(values[g], values[h]).unwrap();
                assert_eq!(compared, played, "seed {seed}: {g} against {h}");
                assert_eq!(values[g] == values[h], played == Relation::Equal);
                seen[played as usize] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 1000), "{seen:?}");
}

#[test]
fn the_canonical_form_equals_the_game_and_cannot_be_simplified() {
    for seed in 1000..1200 {
        let mut forest = Forest::random(&mut Rng::new(seed), 2, 12);
        let mut games = Games::new();
        let values = forest.values(&mut games);
        for (g, &value) in values.iter().enumerate() {
            let tree = forest.regrow(&mut games, value);
            assert_eq!(
                forest.relation(g, tree),
                Relation::Equal,
                "seed {seed}, {g}"
            );
            assert_simplest(&mut forest, tree);
        }
    }
}

/// No option of the tree is dominated or reversible, by plain play.
fn assert_simplest(forest: &mut Forest, tree: usize) {
    use Relation::{Equal, Greater, Less};
    let (left, right) = forest.trees[tree].clone();
    for (options, worse, replies_are_worse) in [(&left, Less, Less), (&right, Greater, Greater)] {
        for &a in options {
            for &b in options.iter().filter(|&&b| b != a) {
                let relation = forest.relation(a, b);
                assert!(relation != worse && relation != Equal, "dominated");
            }
            let replies = match worse {
                Less => forest.trees[a].1.clone(),
                _ => forest.trees[a].0.clone(),
            };
            for reply in replies {
                let relation = forest.relation(reply, tree);
                assert!(
                    relation != replies_are_worse && relation != Equal,
                    "reversible"
                );
            }
        }
    }
}

#[test]
fn sums_agree_with_play_side_by_side() {
    for seed in 2000..2060 {
        let mut rng = Rng::new(seed);
        let mut forest = Forest::random(&mut rng, 1, 9);
        let mut games = Games::new();
        let values = forest.values(&mut games);
        let n = values.len();
        let mut known = HashMap::new();
        for _ in 0..30 {
            let [a, b, c] = [0; 3].map(|_| rng.below(n as u32) as usize);
            let tree = forest.sum(a, b, &mut known);
            let sum = games.add(values[a], values[b]).unwrap();
            let played = forest.relation(tree, c);
            assert_eq!(
                games.compare(sum, values[c]).unwrap(),
                played,
                "seed {seed}"
            );
            assert_eq!(sum, games.add(values[b], values[a]).unwrap());
            let left = games.add(sum, values[c]).unwrap();
            let right = games.add(values[b], values[c]).unwrap();
            assert_eq!(left, games.add(values[a], right).unwrap(), "seed {seed}");
            let negative = games.negative(values[a]).unwrap();
            let zero = games.add(values[a], negative).unwrap();
            assert_eq!(games.as_number(zero), Some(Dyadic::ZERO));
        }
    }
}

/// Whoever wins a game and a number, moving first, wins it by a move in the game.
#[test]
fn nobody_needs_to_move_in_a_number() {
    let mut wins = 0;
    for seed in 3000..3100 {
        let mut forest = Forest::random(&mut Rng::new(seed), 3, 12);
        let mut games = Games::new();
        let values = forest.values(&mut games);
        let is_number = |i: usize| games.as_number(values[i]).is_some();
        for g in (0..values.len()).filter(|&g| !is_number(g)) {
            for x in (0..values.len()).filter(|&x| is_number(x)) {
                for mover in Color::BOTH {
                    if !forest.wins(mover, g, x) {
                        continue;
                    }
                    wins += 1;
                    let options = match mover {
                        Color::Black => forest.trees[g].0.clone(),
                        Color::White => forest.trees[g].1.clone(),
                    };
                    let by_game = options.iter().any(|&next| !forest.wins(!mover, next, x));
                    assert!(by_game, "seed {seed}: {mover} in {g} less {x}");
                }
            }
        }
    }
    assert!(wins > 1000, "{wins}");
}
