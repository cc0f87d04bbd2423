//! The steps that a search took, and the test for cycles among them.

use std::collections::HashMap;
use std::hash::Hash;

/// Steps between positions that are known by a key.
#[derive(Clone, Debug)]
pub(super) struct Trace<K> {
    numbers: HashMap<K, u32>,
    steps: Vec<(u32, u32)>,
    /// The positions on the way to the present one.
    on_path: Vec<u32>,
}

impl<K> Default for Trace<K> {
    fn default() -> Self {
        Self {
            numbers: HashMap::new(),
            steps: Vec::new(),
            on_path: Vec::new(),
        }
    }
}

impl<K: Hash + Eq> Trace<K> {
    fn number(&mut self, key: K) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry(key).or_insert(next)
    }

    /// Takes a step to a position; false if the way has come through it before.
    pub(super) fn enter(&mut self, from: K, to: K) -> bool {
        let (from, to) = (self.number(from), self.number(to));
        if from == to || self.on_path.contains(&to) {
            return false;
        }
        self.steps.push((from, to));
        self.on_path.push(to);
        true
    }

    /// Takes the last step back.
    pub(super) fn leave(&mut self) {
        self.on_path.pop();
    }

    /// Tests if some position leads back to itself by steps that were taken.
    pub(super) fn has_cycle(&mut self) -> bool {
        self.steps.sort_unstable();
        self.steps.dedup();
        let count = self.numbers.len();
        let mut entering = vec![0_u32; count];
        for &(_, to) in &self.steps {
            entering[to as usize] += 1;
        }
        let mut open: Vec<u32> = (0..count as u32)
            .filter(|&number| entering[number as usize] == 0)
            .collect();
        let mut seen = 0;
        while let Some(from) = open.pop() {
            seen += 1;
            let first = self.steps.partition_point(|&(other, _)| other < from);
            for &(_, to) in self.steps[first..].iter().take_while(|s| s.0 == from) {
                entering[to as usize] -= 1;
                if entering[to as usize] == 0 {
                    open.push(to);
                }
            }
        }
        seen < count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_back_is_found_on_the_path_and_across_paths() {
        let mut trace = Trace::default();
        assert!(trace.enter('a', 'b') && trace.enter('b', 'c'));
        assert!(!trace.enter('c', 'b'), "b is on the path");
        trace.leave();
        trace.leave();
        assert!(!trace.has_cycle());
        assert!(trace.enter('a', 'c'));
        trace.leave();
        assert!(!trace.has_cycle());
        assert!(trace.enter('c', 'a'), "the path does not tell");
        assert!(trace.has_cycle());
    }
}
