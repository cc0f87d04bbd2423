//! Cutting the lines of a board into parts, so that the board falls into cells.
//!
//! The number of parts is the smallest odd number that suffices with parts of at most three lines,
//! so that there is a middle one: seven for 19 lines, five for 13, three for 9. What is then too
//! much is taken away symmetrically. An odd line is the middle part's; the others go in pairs, one
//! from each side or two from the middle. The first pair goes where the chosen partition of 19 has
//! its short parts (to the innermost pair of parts, if the board has too few), the next pairs to
//! the other places from the edge inwards and the middle last, and no part is left without a line.

use super::params::Partition;

/// The number of parts of a side of so many lines.
pub(super) const fn parts_across(side: usize) -> usize {
    let parts = side.div_ceil(3);
    if parts.is_multiple_of(2) {
        parts + 1
    } else {
        parts
    }
}

/// The number of lines of each part, from one edge to the other.
pub(super) fn parts(partition: Partition, side: usize) -> Vec<usize> {
    let across = parts_across(side);
    let middle = across / 2;
    let mut parts = vec![3; across];
    let excess = 3 * across - side;
    parts[middle] -= excess % 2;
    let mut pairs = excess / 2;
    let innermost = middle.saturating_sub(1);
    let first = match partition {
        Partition::Edge => 0,
        Partition::Second => innermost.min(1),
        Partition::Third => innermost.min(2),
        Partition::Middle => middle,
    };
    // Every place is offered twice: no board has more to take away.
    let order = std::iter::once(first).chain((0..=middle).filter(|&place| place != first));
    for place in order.clone().chain(order) {
        if pairs == 0 {
            break;
        }
        if place == middle && parts[place] == 3 {
            parts[place] = 1;
            pairs -= 1;
        } else if place != middle && parts[place] > 1 {
            parts[place] -= 1;
            parts[across - 1 - place] -= 1;
            pairs -= 1;
        }
    }
    parts
}

/// The part that each line is in.
pub(super) fn part_of_line(parts: &[usize]) -> Vec<usize> {
    parts
        .iter()
        .enumerate()
        .flat_map(|(part, &lines)| std::iter::repeat_n(part, lines))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Partition; 4] = [
        Partition::Edge,
        Partition::Second,
        Partition::Third,
        Partition::Middle,
    ];

    fn name(partition: Partition, side: usize) -> String {
        parts(partition, side)
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn nineteen_lines_are_cut_as_the_name_says() {
        for partition in ALL {
            assert_eq!(name(partition, 19), partition.name());
        }
    }

    #[test]
    fn other_sizes_follow_the_manner() {
        let of = |side| ALL.map(|partition| name(partition, side));
        assert_eq!(of(13), ["23332", "32323", "32323", "33133"]);
        assert_eq!(of(9), ["333"; 4]);
        assert_eq!(of(7), ["232", "232", "232", "313"]);
        assert_eq!(of(5), ["212"; 4]);
        assert_eq!(of(4), ["121"; 4]);
        assert_eq!(of(3), ["3"; 4]);
        assert_eq!(of(2), ["2"; 4]);
        assert_eq!(name(Partition::Second, 25), "323333323");
        assert_eq!(name(Partition::Edge, 17), "2233322");
    }

    #[test]
    fn every_size_is_covered_symmetrically() {
        for side in 2..=25 {
            for partition in ALL {
                let parts = parts(partition, side);
                assert_eq!(parts.iter().sum::<usize>(), side, "{partition:?} {side}");
                assert!(parts.iter().all(|lines| (1..=3).contains(lines)));
                assert!(parts.len() % 2 == 1 && (parts.len() - 2.min(parts.len())) * 3 < side);
                assert!(parts.iter().eq(parts.iter().rev()));
                assert_eq!(part_of_line(&parts).len(), side);
            }
        }
    }
}
