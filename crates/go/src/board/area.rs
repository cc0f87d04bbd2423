//! The area score of any position, regions of every size, without allocation.

use super::cell::{Cells, List};
use super::side::EMPTY;
use super::{Black, Board, Features, Side, Vertex, White};

impl<const W: usize, const V: usize, F: Features> Board<W, V, F> {
    /// Black's area minus White's as Tromp and Taylor count it: stones, and the empty points from
    /// which only one colour is reached. All stones count as alive.
    #[must_use]
    // Rarely needed where playouts end; inlined there it would weigh on every move.
    #[inline(never)]
    pub fn area_score(&self) -> i32 {
        let mut seen = Cells::all(false);
        let mut score = self.balance;
        for start in self.empties.iter() {
            if !seen.at(start) {
                score += self.region_score(start, &mut seen);
            }
        }
        score
    }

    /// The size of the empty region of `start`, signed by the only colour that borders it; 0 if
    /// none or both do.
    fn region_score(&self, start: Vertex<W>, seen: &mut Cells<bool, V>) -> i32 {
        let mut region = List::<W, V>::new();
        region.push(start);
        seen.put(start, true);
        let (mut black, mut white) = (false, false);
        let mut next = 0;
        while let Some(v) = region.item(next) {
            next += 1;
            for beside in v.orthogonal() {
                let code = u16::from(self.colors.get(beside));
                black |= code == Black::CODE;
                white |= code == White::CODE;
                if code == EMPTY
                    && !seen.get(beside)
                    && let Some(beside) = beside.vertex()
                {
                    seen.put(beside, true);
                    region.push(beside);
                }
            }
        }
        (i32::from(black) - i32::from(white)) * region.len() as i32
    }
}
