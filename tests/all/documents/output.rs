//! What a page says is printed, beside what is.

/// Units behind a number that is not compared: it hangs on the machine or the moment.
const UNITS: [&str; 6] = ["s", "ms", "min", "h", "worker", "workers"];

/// The words of a line. A number before one of [`UNITS`] or `done` is `#`, and with `clock` so is every word
/// with a digit in it; rules of tables have any length.
fn words(line: &str, clock: bool) -> Vec<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let word = |(at, word): (usize, &&str)| {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let next = next.trim_end_matches(['.', ';', ',', ':']);
        let number = word.contains(|c: char| c.is_ascii_digit());
        match number && (clock || UNITS.contains(&next) || next == "done") {
            true => "#".to_owned(),
            false if word.chars().all(|c| c == '─') => "─".to_owned(),
            false => (*word).to_owned(),
        }
    };
    words.iter().enumerate().map(word).collect()
}

/// Tests if output is as expected. A line `…` stands for any number of lines, a word `…` at the end of a line for its
/// rest; blanks at the end do not matter.
pub(super) fn fits(expected: &str, actual: &str, clock: bool) -> bool {
    let lines = |text: &str| -> Vec<Vec<String>> {
        text.trim_end()
            .lines()
            .map(|line| words(line, clock))
            .collect()
    };
    fit(&lines(expected), &lines(actual))
}

fn fit(expected: &[Vec<String>], actual: &[Vec<String>]) -> bool {
    match (expected, actual) {
        ([], rest) => rest.is_empty(),
        ([any, after @ ..], _) if any == &["…"] => {
            (0..=actual.len()).any(|skipped| fit(after, &actual[skipped..]))
        }
        ([line, after @ ..], [own, rest @ ..]) => {
            let same = match line.split_last() {
                Some((last, start)) if last == "…" => own.starts_with(start),
                _ => line == own,
            };
            same && fit(after, rest)
        }
        (_, []) => false,
    }
}

/// Tests if a text has these lines one after the other, wherever they are indented; `…` stands for any lines.
pub(super) fn quoted(quote: &str, text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut from = 0;
    let mut parts = quote.lines().map(str::trim).collect::<Vec<_>>();
    parts.retain(|line| !line.is_empty());
    let text: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    parts.split(|line| *line == "…").all(|part| {
        let found =
            (from..=text.len().saturating_sub(part.len())).find(|&at| text[at..].starts_with(part));
        found.inspect(|at| from = at + part.len()).is_some()
    })
}

#[test]
fn what_differs_from_machine_to_machine_is_not_compared() {
    assert!(fits(
        "a  1\n…\nabout 3 s with 2 workers …",
        "a 1\nb\nc\nabout 5 s with 4 workers here",
        false
    ));
    assert!(!fits("a 1", "a 2", false) && fits("a 1", "a 2", true));
    assert!(!fits("a\nb", "a", false) && !fits("a", "a\nb", false));
    assert!(fits("a …", "a b c", false) && !fits("a …", "b c", false));
    assert!(quoted("a\n…\nd", " a\nb\n  c\nd\n") && !quoted("a\nc", "a\nb\nc"));
}
