//! KIF and KI2.

use tengen_game::Color;
use tengen_shogi::record::{Encoding, End, Format, read, write};
use tengen_shogi::{Board, Declaration, Rules};

use super::{faults, good, moves, reading};

const GAME: &str = "\
#KIF version=2.0 encoding=UTF-8
# ---- a comment of the file ----
開始日時：2020/01/02 10:00:00
棋戦：練習
先手：黒 一郎
後手：白 二郎
手合割：平手　　
手数----指手---------消費時間--
*まだ始まらない
   1 ７六歩(77)   ( 0:16/00:00:16)
*角道を開ける
*二行目
   2 ３四歩(33)   ( 1:02/00:01:02)
   3 ２二角成(88) ( 0:01/00:00:17)+
   4 同　銀(31)   ( 0:00/00:01:02)
&しおり
   5 ５五角打     ( 0:03/00:00:20)
   6 投了         ( 0:05/00:01:07)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)   ( 0:00/00:00:16)

変化：2手
   2 ８四歩(83)   ( 0:00/00:00:00)
";

#[test]
fn a_whole_game_with_its_times_and_comments() {
    let reading = reading(GAME, Format::Kif);
    assert_eq!((faults(&reading), reading.variations), (vec![], 2));
    let record = reading.record.unwrap();
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.names.black, "黒 一郎");
    assert_eq!(record.fact("event"), Some("練習"));
    assert_eq!(record.fact("started"), Some("2020/01/02 10:00:00"));
    assert_eq!(record.preface, "まだ始まらない");
    assert_eq!(record.steps[0].comment, "角道を開ける\n二行目");
    let seconds: Vec<_> = record.steps.iter().map(|s| s.seconds.unwrap()).collect();
    assert_eq!(seconds, [16, 62, 1, 0, 3]);
    let close = record.close.as_ref().unwrap();
    assert_eq!((close.end, close.seconds), (End::Resigned, Some(5)));
    assert_eq!(record.winner(), Some(Color::Black));
    // The main line is written as it was, with the times of each side summed up.
    let text = write(&record, Format::Kif, Encoding::Utf8).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("   2 ３四歩(33)   ( 1:02/00:01:02)\n"),
        "{text}"
    );
    assert!(
        text.contains("   4 同　銀(31)   ( 0:00/00:01:02)\n"),
        "{text}"
    );
    assert!(
        text.contains("   5 ５五角打   ( 0:03/00:00:20)\n"),
        "{text}"
    );
    assert!(text.ends_with("まで5手で先手の勝ち\n"), "{text}");
}

#[test]
fn every_last_word() {
    let words = [
        ("投了", End::Resigned),
        ("中断", End::Stopped),
        ("千日手", End::Repetition),
        ("持将棋", End::Impasse),
        ("詰み", End::Mate),
        ("不詰", End::NoMate),
        ("反則勝ち", End::OpponentsFoul),
        ("反則負け", End::Foul),
        ("切れ負け", End::Timeout),
        ("入玉勝ち", End::Declared),
        ("不戦勝", End::Walkover),
        ("不戦敗", End::Default),
        ("引き分け", End::Drawn),
        ("最大手数", End::TooLong),
    ];
    for (word, end) in words {
        let text = format!("手合割：平手\n   1 ７六歩(77)\n   2 {word}\n");
        let reading = reading(&text, Format::Kif);
        assert!(!reading.is_faulty(), "{:?}", reading.faults);
        assert_eq!(reading.record.unwrap().close.unwrap().end, end, "{word}");
    }
}

#[test]
fn the_sum_of_the_game_says_the_end_where_no_line_does() {
    let sums = [
        ("まで1手で先手の勝ち", End::Resigned),
        ("まで1手で時間切れにより先手の勝ち", End::Timeout),
        ("まで1手で中断", End::Stopped),
        ("まで1手で先手の反則負け", End::OpponentsFoul),
        ("まで1手で後手の反則負け", End::Foul),
        ("まで1手で持将棋", End::Impasse),
    ];
    for (sum, end) in sums {
        let record = good(&format!("1 ７六歩(77)\n{sum}\n"), Format::Kif);
        assert_eq!(record.close.unwrap().end, end, "{sum}");
    }
}

#[test]
fn what_cannot_be_so_is_doubted() {
    let text = "1 ７六歩(77)\n2 詰み\n";
    let said = faults(&reading(text, Format::Kif));
    assert_eq!(
        said,
        ["2: warning: the record ends with \"White is mated\", but White has a legal move"]
    );
    let said = faults(&reading("1 ７六歩(77)\n2 入玉勝ち\n", Format::Kif));
    assert!(said[0].contains("its points or its king"), "{said:?}");
}

#[test]
fn handicaps_begin_with_the_giver() {
    let text = "手合割：二枚落ち\n下手：弟子\n上手：師匠\n1 ６二銀(71)\n2 ７六歩(77)\n";
    let record = good(text, Format::Kif);
    assert_eq!(record.start.turn(), Color::White);
    assert_eq!(record.names.white, "師匠");
    assert_eq!(moves(&record), "7a6b 7g7f");
    let text = write(&record, Format::Kif, Encoding::Utf8).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(
        text.contains("手合割：二枚落ち\n下手：弟子\n上手：師匠\n"),
        "{text}"
    );
}

#[test]
fn a_diagram_with_hands() {
    let text = "\
後手の持駒：飛　角二 金
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・v桂v玉|一
| ・ ・ ・ ・ ・ ・ 龍 ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・v歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・v杏 ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ 王|九
+---------------------------+
先手の持駒：銀　歩十三　
手数＝12  △１三歩  まで
";
    let sfen = "7nk/6+R2/8p/9/5+l3/9/9/9/8K b S13Pr2bg 1";
    let record = good(&format!("{text}1 ２二銀打\n"), Format::Kif);
    assert_eq!(record.start.sfen(), sfen);
    assert_eq!(moves(&record), "S*2b");
    let record = good(&format!("{text}後手番\n"), Format::Kif);
    assert_eq!(record.start.sfen(), sfen.replace(" b ", " w "));
}

#[test]
fn ki2_names_pieces_by_how_they_move() {
    // Three golds may go to 5h, two silvers to 4d, one of which is in hand.
    let start = "4k4/9/9/9/9/9/4p4/9/3GGG2K b 2S 1";
    let board = Board::from_sfen(start).unwrap();
    let record = tengen_shogi::record::Record::new(&board, Rules::default());
    let head = String::from_utf8(write(&record, Format::Kif, Encoding::Utf8).unwrap()).unwrap();
    for (text, mv) in [
        ("▲５八金直", "5i5h"),
        ("▲５八金右", "4i5h"),
        ("▲５八金左", "6i5h"),
        ("▲４八金寄", ""),
        ("▲４八金直", "4i4h"),
        ("▲４八金左", "5i4h"),
        ("▲４四銀", "S*4d"),
    ] {
        let reading = reading(&format!("{head}{text}\n"), Format::Kif);
        assert_eq!(moves(reading.record.as_ref().unwrap()), mv, "{text}");
        assert_eq!(reading.is_faulty(), mv.is_empty(), "{text}");
    }
    let said = faults(&reading(&format!("{head}▲５八金\n"), Format::Kif));
    assert!(
        said[0].contains("move 1: \"５八金\": several pieces"),
        "{said:?}"
    );
    let text = "先手：A\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲５五角\nまで5手で先手の勝ち\n";
    let record = good(text, Format::Kif);
    assert_eq!(moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.close.unwrap().end, End::Resigned);
}

#[test]
fn faults_have_line_and_move() {
    let cases = [
        (
            "1 ７六歩(77)\n2 ３四歩(32)\n",
            "2: error: move 2: \"３四歩(32)\": no such piece is on 3b",
        ),
        (
            "1 ７五歩(77)\n",
            "1: error: move 1: no piece may move so: 7g7e",
        ),
        (
            "1 同　歩(77)\n",
            "1: error: move 1: \"同　歩(77)\": there is no move before",
        ),
        (
            "1 ５五角打\n",
            "1: error: move 1: there is no such piece in hand: B*5e",
        ),
        (
            "1 ７六(77)\n",
            "1: error: move 1: \"７六(77)\": no piece is named",
        ),
        (
            "1 ７六歩(77)\n3 ３四歩(33)\n",
            "2: warning: move 3 comes after move 1",
        ),
        (
            "手合割：百枚落ち\n",
            "1: error: \"百枚落ち\" is no known handicap",
        ),
        (
            "what\n",
            "1: warning: \"what\" is neither a move nor a header",
        ),
        ("|v香|一\n", "1: error: a rank has nine squares, not 1"),
        ("後手の持駒：玉\n", "1: error: \"玉\" is no piece in hand"),
        (
            "1 投了\n2 ７六歩(77)\n",
            "2: error: a move after the end of the game",
        ),
    ];
    for (text, said) in cases {
        let reading = reading(text, Format::Kif);
        assert_eq!(
            faults(&reading).first().map(String::as_str),
            Some(said),
            "{text}"
        );
    }
    // What comes before the fault is kept, and what comes after it is left out.
    let text = "1 ７六歩(77)\n2 ３四歩(32)\n3 ２六歩(27)\n";
    assert_eq!(moves(&reading(text, Format::Kif).record.unwrap()), "7g7f");
}

#[test]
fn an_illegal_move_may_be_what_lost_the_game() {
    let text = "1 ７六歩(77)\n2 ３五歩(33)\n3 反則勝ち\n";
    let reading = reading(text, Format::Kif);
    assert_eq!(
        faults(&reading),
        ["2: warning: move 2: no piece may move so: 3c3e"]
    );
    let record = reading.record.unwrap();
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.close.unwrap().end, End::Foul);
}

#[test]
fn shift_jis_in_and_out() {
    let record = reading(GAME, Format::Kif).record.unwrap();
    let bytes = write(&record, Format::Kif, Encoding::ShiftJis).unwrap();
    assert!(std::str::from_utf8(&bytes).is_err());
    assert!(bytes.starts_with(b"#KIF version=2.0 encoding=Shift_JIS\n"));
    let readings = read(&bytes, None).unwrap();
    assert_eq!(readings[0].faults, []);
    assert_eq!(readings[0].record.as_ref(), Some(&record));
    let mut other = record;
    other.names.black = "Žofie".to_owned();
    let error = write(&other, Format::Kif, Encoding::ShiftJis).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Shift-JIS has no character 'Ž': write UTF-8"
    );
}

#[test]
fn rules_are_kept() {
    let text = "最大手数：320\n持将棋：24点法\n1 ７六歩(77)\n";
    let record = good(text, Format::Kif);
    let rules = Rules {
        declaration: Declaration::Points24,
        most: 320,
    };
    assert_eq!(record.rules, rules);
    for format in [Format::Kif, Format::Csa] {
        let bytes = write(&record, format, Encoding::Utf8).unwrap();
        let again = read(&bytes, None).unwrap().remove(0);
        assert_eq!(again.record.unwrap().rules, rules);
    }
}
