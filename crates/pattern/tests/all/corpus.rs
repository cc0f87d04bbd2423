//! Games from every kind of file, with bad ones among them.

use std::io::Write;
use std::path::PathBuf;

use crate::made::{Folder, line, lines, moves, sgf};
use flate2::{Compression, write::GzEncoder};
use rayon::iter::{ParallelBridge, ParallelIterator};
use tengen_go::{Color, Point, Size};
use tengen_pattern::corpus::{Corpus, CorpusError, Fault, Game, RecordTally};

fn gzip(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

fn zstd_of(text: &str) -> Vec<u8> {
    zstd::encode_all(text.as_bytes(), 3).unwrap()
}

fn ids(paths: &[PathBuf], range: std::ops::Range<u64>) -> Vec<String> {
    let corpus = Corpus::open(paths, range).unwrap();
    corpus.games(usize::MAX).map(|game| game.id).collect()
}

fn tally(corpus: &Corpus, moves: usize) -> RecordTally {
    let mut all = RecordTally::default();
    corpus
        .read()
        .for_each(|batch| all.add(batch.games(moves).tally));
    all
}

#[test]
fn packed_files_hold_the_same_games() {
    let folder = Folder::new("packed");
    let text = lines(30, 20, 1);
    let plain = folder.put("a.tsv", &text);
    let expected: Vec<Game> = Corpus::open(&[plain], 0..u64::MAX)
        .unwrap()
        .games(20)
        .collect();
    assert_eq!(expected.len(), 30);
    assert_eq!(expected[7].moves.len(), 20);
    assert_eq!(expected[7].moves[3].0, Color::White);
    // The names do not matter, the contents do.
    for (name, bytes) in [
        ("b.tsv.gz", gzip(&text)),
        ("c", zstd_of(&text)),
        ("d.zst", gzip(&text)),
    ] {
        let corpus = Corpus::open(&[folder.put(name, bytes)], 0..u64::MAX).unwrap();
        assert_eq!(corpus.games(20).collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn ranges_count_every_record_over_all_files() {
    let folder = Folder::new("ranges");
    let a = folder.put("a.tsv", lines(250, 2, 1));
    let broken = format!("nonsense\n{}", lines(2, 2, 1000));
    let b = folder.put("b.tsv", broken);
    let paths = [a, b];
    assert_eq!(ids(&paths, 0..u64::MAX).len(), 252);
    assert_eq!(ids(&paths, 3..5), ["made:3", "made:4"]);
    assert_eq!(ids(&paths, 199..201), ["made:199", "made:200"]);
    // Record 250 is the nonsense: the records behind it keep their numbers.
    assert_eq!(ids(&paths, 249..252), ["made:249", "made:0"]);
    assert_eq!(ids(&paths, 252..400), ["made:1"]);
    assert!(ids(&paths, 253..400).is_empty());
    let corpus = Corpus::open(&paths, 120..253).unwrap();
    let indices: Vec<u64> = corpus
        .read()
        .flat_map(|batch| batch.games(2).games.into_iter().map(|(index, _)| index))
        .collect();
    assert_eq!(indices, (120..250).chain(251..253).collect::<Vec<u64>>());
}

#[test]
fn folders_are_walked_in_order_and_other_files_left_alone() {
    let folder = Folder::new("walked");
    let game = |seed| sgf(Size::NINE, &moves(Size::NINE, 10, seed));
    folder.put("b.sgf", game(1));
    folder.put("a/z.sgf.gz", gzip(&game(2)));
    folder.put("a/y.SGF", game(3) + &game(4));
    folder.put("c.tsv.zst", zstd_of(&lines(2, 3, 5)));
    folder.put("notes.txt", "not a game");
    let corpus = Corpus::open(&[folder.path()], 0..u64::MAX).unwrap();
    let ids: Vec<String> = corpus.games(10).map(|game| game.id).collect();
    assert_eq!(
        ids,
        [
            "b.sgf:1",
            "made:0",
            "made:1",
            "y.SGF:1",
            "y.SGF:2",
            "z.sgf.gz:1"
        ]
    );
    assert_eq!(corpus.files().len(), 4);
}

#[test]
fn what_is_wrong_is_counted_and_named_and_ends_nothing() {
    let folder = Folder::new("wrong");
    let good = moves(Size::NINETEEN, 5, 1);
    let mut twice = good.clone();
    twice.push(twice[0]);
    let text = format!(
        "{}\nW+R\t6.5\n{}{}",
        line(&good, "good"),
        line(&twice, "twice"),
        line(&good, "last").trim_end(),
    );
    let corpus = Corpus::open(&[folder.put("a.tsv", text)], 0..u64::MAX).unwrap();
    let games: Vec<Game> = corpus.games(usize::MAX).collect();
    let lengths: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
    assert_eq!(lengths, [5, 5, 5]);
    let found = tally(&corpus, usize::MAX);
    assert_eq!(
        (found.games, found.cut, found.bad, found.moves),
        (3, 1, 2, 15)
    );
    let said: Vec<String> = found.named.iter().map(ToString::to_string).collect();
    assert!(
        said[0].ends_with("a.tsv:2: column 1: the line is empty"),
        "{said:?}"
    );
    assert!(
        said[1].contains("a.tsv:3: column 8: the line ends before"),
        "{said:?}"
    );
    assert!(
        said[2].contains("a.tsv:4: move 6 by White is illegal: "),
        "{said:?}"
    );
    assert_eq!(found.named[2].fault, Fault::Cut);
    // What lies behind the moves that are wanted does not matter.
    assert_eq!(tally(&corpus, 5).cut, 0);
}

#[test]
fn broken_sgf_and_broken_streams_are_named() {
    let folder = Folder::new("broken");
    folder.put("a.sgf", "no game at all");
    folder.put(
        "b.sgf",
        "(;SZ[99];B[aa])(;GM[2];B[aa])(;SZ[9];B[aa];W[aa];B[bb])",
    );
    folder.put(
        "c.sgf",
        "(;SZ[9]AB[cc][gg]AW[cg];B[ee];W[zz];B[aa])(;SZ[9];B[ee];AW[aa];W[ac])",
    );
    folder.put("d.sgf", "(;SZ[9]AB[ba][ab]AW[aa];B[ee])");
    let whole = gzip(&lines(50, 30, 1));
    folder.put("e.tsv.gz", &whole[..whole.len() / 2]);
    let corpus = Corpus::open(&[folder.path()], 0..8).unwrap();
    let found = tally(&corpus, usize::MAX);
    let said: Vec<String> = found.named.iter().map(ToString::to_string).collect();
    let expected = [
        "a.sgf: there is no game in it",
        "b.sgf:1: ",
        "b.sgf:1: this is not Go",
        "b.sgf:1: move 2 by White is illegal",
        "c.sgf:1: move 2, \"zz\", is no point of a 9×9 board (at 1:",
        "c.sgf:1: AW changes the board after the first move",
    ];
    for (said, expected) in said.iter().zip(expected) {
        assert!(said.contains(expected), "{said} should have {expected}");
    }
    let games: Vec<Game> = corpus.games(usize::MAX).collect();
    let corner = Point::parse("C7", Size::NINE).unwrap();
    assert!(games[1].setup.contains(&(Color::Black, corner)));
    assert_eq!(games[1].setup.len(), 3);
    assert_eq!(games[1].moves.len(), 1);
    let rest = tally(&corpus.within(7..1000).unwrap(), usize::MAX);
    assert!(rest.games > 0);
    let last = rest.named.last().unwrap();
    assert!(
        last.reason.starts_with("the file breaks off here"),
        "{last}"
    );
}

#[test]
fn many_bad_records_are_counted_but_not_all_named_whoever_reads_them() {
    let folder = Folder::new("many");
    let text = lines(100, 2, 1).replace("B+R\t6.5", "B+R\tx") + &lines(300, 2, 1);
    let corpus = Corpus::open(&[folder.put("a.tsv", text)], 0..u64::MAX).unwrap();
    let alone = tally(&corpus, 2);
    assert_eq!(
        (alone.games, alone.bad, alone.named.len()),
        (300, 100, RecordTally::NAMED)
    );
    let together = corpus
        .read()
        .par_bridge()
        .map(|batch| batch.games(2).tally)
        .reduce(RecordTally::default, |mut a, b| {
            a.add(b);
            a
        });
    assert_eq!(together, alone);
}

#[test]
fn progress_reaches_the_end() {
    let folder = Folder::new("progress");
    let corpus = Corpus::open(&[folder.put("a.tsv", lines(350, 2, 1))], 100..1000).unwrap();
    let mut reader = corpus.read();
    let progress = reader.progress();
    assert_eq!((progress.records(), progress.total()), (0, corpus.bytes()));
    reader.next().unwrap();
    assert!(progress.records() > 0 && progress.records() <= progress.expected());
    assert_eq!(reader.count(), 2);
    assert_eq!((progress.records(), progress.expected()), (250, 250));
    assert_eq!(progress.bytes(), progress.total());
}

#[test]
fn what_cannot_be_read_is_said_at_once() {
    let folder = Folder::new("unreadable");
    let missing = folder.path().join("missing.tsv");
    let error = Corpus::open(&[&missing], 0..1).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("cannot be read: it does not exist"),
        "{error}"
    );
    let empty = Corpus::open(&[folder.path()], 0..1).unwrap_err();
    assert_eq!(empty, CorpusError::Nothing(folder.path().to_owned()));
    assert_eq!(
        Corpus::open::<PathBuf>(&[], 0..1),
        Err(CorpusError::NoFiles)
    );
    let path = folder.put("a.tsv", lines(1, 2, 1));
    let error = Corpus::open(&[path], 5..5).unwrap_err();
    assert!(error.to_string().contains("5..5"), "{error}");
    let nothing = folder.put("empty.tsv", "");
    assert_eq!(
        tally(&Corpus::open(&[nothing], 0..9).unwrap(), 9),
        RecordTally::default()
    );
}

#[test]
fn hashes_tell_the_files() {
    let folder = Folder::new("hashes");
    let a = folder.put("a.tsv", "abc");
    let b = folder.put("b.tsv", "abd");
    let hashes = |paths: &[&PathBuf]| Corpus::open(paths, 0..1).unwrap().hashes().unwrap();
    let (each, all) = hashes(&[&a, &b]);
    assert_eq!(
        each[0],
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_ne!(hashes(&[&b, &a]).1, all);
    assert_eq!(hashes(&[&a, &b]).1, all);
}
