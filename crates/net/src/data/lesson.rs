//! What a teacher says of a position, packed into some 280 bytes.

use tengen_go::{Point, Rules, Size, Symmetry};

use crate::input::Terms;
use crate::output::Output;

/// The moves that are kept of a policy.
pub const MOVES: usize = 24;
/// Less likely moves are not kept.
const UNLIKELY: f32 = 2e-4;
/// The levels of ownership on each side of 0.
const LEVELS: f32 = 7.0;
/// Scores are kept in parts of a point.
const PARTS: f32 = 32.0;

/// What a teacher says of a position, in the view of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lesson {
    /// The probability of a win; what is without result counts as half.
    pub win: f32,
    /// By how many points it leads.
    pub lead: f32,
    /// The score of self-play: its mean and standard deviation.
    pub score: [f32; 2],
    /// The best moves by their places in reading order, the pass behind them, with their probabilities.
    pub policy: Vec<(u16, f32)>,
    /// Whose each point will be, from −1 to 1, in reading order.
    pub ownership: Vec<f32>,
}

impl Lesson {
    /// What a network said of a position that was turned by a symmetry, turned back. `legal` are the moves of the
    /// position as it stood.
    #[must_use]
    pub fn of(
        output: &Output,
        size: Size,
        symmetry: Symmetry,
        legal: impl Iterator<Item = usize>,
    ) -> Self {
        let moves = legal.chain([size.area()]);
        let mut policy = chances(output, size, symmetry, moves, 1.0);
        policy.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        policy.truncate(MOVES);
        policy.retain(|&(_, p)| p >= UNLIKELY);
        Self {
            win: output.win_rate(&Terms::of(&Rules::CHINESE)),
            lead: output.lead,
            score: output.score,
            policy,
            ownership: (0..size.area())
                .map(|place| output.ownership[image(place, size, symmetry)])
                .collect(),
        }
    }

    /// Adds the judgement as bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let unit = |x: f32| (x.clamp(0.0, 1.0) * 65535.0).round() as u16;
        let points = |x: f32| (x * PARTS).round().clamp(-32767.0, 32767.0) as i16;
        bytes.extend(unit(self.win).to_le_bytes());
        bytes.extend(points(self.lead).to_le_bytes());
        for score in self.score {
            bytes.extend(points(score).to_le_bytes());
        }
        let kept = &self.policy[..self.policy.len().min(MOVES)];
        bytes.push(kept.len() as u8);
        for &(place, probability) in kept {
            bytes.extend(place.to_le_bytes());
            bytes.extend(unit(probability).to_le_bytes());
        }
        let level = |x: f32| ((x.clamp(-1.0, 1.0) + 1.0) * LEVELS).round() as u8;
        for pair in self.ownership.chunks(2) {
            let high = pair.get(1).map_or(0, |&x| level(x));
            bytes.push(level(pair[0]) | high << 4);
        }
    }

    /// Takes a judgement from the front of bytes; `None` if they hold none of this size.
    #[must_use]
    pub fn read(bytes: &mut &[u8], size: Size) -> Option<Self> {
        let win = f32::from(u16::from_le_bytes(take(bytes)?)) / 65535.0;
        let mut points = || Some(f32::from(i16::from_le_bytes(take(bytes)?)) / PARTS);
        let (lead, score) = (points()?, [points()?, points()?]);
        let [count] = take(bytes)?;
        let mut policy = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let place = u16::from_le_bytes(take(bytes)?);
            let probability = f32::from(u16::from_le_bytes(take(bytes)?)) / 65535.0;
            if usize::from(place) > size.area() {
                return None;
            }
            policy.push((place, probability));
        }
        let packed = bytes.split_off(..size.area().div_ceil(2))?;
        let value = |level: u8| f32::from(level) / LEVELS - 1.0;
        let ownership = (0..size.area()).map(|i| value(packed[i / 2] >> (4 * (i % 2)) & 15));
        Some(Self {
            win,
            lead,
            score,
            policy,
            ownership: ownership.map(|x| x.min(1.0)).collect(),
        })
    }

    /// Goes behind a judgement at the front of bytes; `None` if they hold none of this size.
    #[must_use]
    pub fn skip(bytes: &mut &[u8], size: Size) -> Option<()> {
        let [.., count] = take::<9>(bytes)?;
        bytes
            .split_off(..4 * usize::from(count) + size.area().div_ceil(2))
            .map(drop)
    }

    /// The judgement of the position's image under a symmetry.
    pub fn turn(&mut self, size: Size, symmetry: Symmetry) {
        for (place, _) in &mut self.policy {
            *place = image(usize::from(*place), size, symmetry) as u16;
        }
        let before = self.ownership.clone();
        for (place, &x) in before.iter().enumerate() {
            if let Some(there) = self.ownership.get_mut(image(place, size, symmetry)) {
                *there = x;
            }
        }
    }
}

/// The place of a point's image; what is no point stays where it is.
pub(super) fn image(place: usize, size: Size, symmetry: Symmetry) -> usize {
    Point::from_index(place, size).map_or(place, |p| symmetry.point(p, size).index(size))
}

/// The probabilities of moves, and of no others, by a network's policy for a position that was turned by a symmetry. Logits
/// are divided by the temperature. The pass is the move behind the points.
#[must_use]
pub fn chances(
    output: &Output,
    size: Size,
    symmetry: Symmetry,
    moves: impl Iterator<Item = usize>,
    temperature: f32,
) -> Vec<(u16, f32)> {
    let pass = size.area();
    let logit = |place: usize| match place == pass {
        true => output.pass,
        false => output.policy[image(place, size, symmetry)],
    };
    let moves = moves.map(|place| (place as u16, logit(place)));
    let mut chances: Vec<(u16, f32)> = moves.collect();
    let most = chances.iter().map(|c| c.1).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for (_, x) in &mut chances {
        *x = libm::expf((*x - most) / temperature);
        sum += *x;
    }
    chances.iter_mut().for_each(|(_, x)| *x /= sum);
    chances
}

/// Takes so many bytes from the front.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    bytes.split_off(..N)?.try_into().ok()
}
