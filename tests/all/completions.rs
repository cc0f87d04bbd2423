//! Completions of shells and the manual: what is printed is what shells and `man` take.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::binary::{Folder, assert_has, run};

/// What bash proposes after these words, the last of which is still being typed; nothing where there is no bash.
fn proposed(script: &str, words: &[&str]) -> Option<Vec<String>> {
    let line = words.join("' '");
    let last = words.len() - 1;
    // Outside of a line that is edited there is no word to put a space behind.
    let program = format!(
        "compopt() {{ :; }}\n. '{script}'\nCOMP_WORDS=('{line}')\nCOMP_CWORD={last}\n\
         _tengen_open tengen '{}' '{}'\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        words[last],
        words[last - 1]
    );
    let output = match Command::new("bash").args(["-c", &program]).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        output => output.unwrap(),
    };
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_commands_flags_and_names() {
    let folder = Folder::new("completions");
    let (code, script, err) = run(&["completions", "bash"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let script = folder.file("tengen.bash", script);
    for (words, right) in [
        (&["tengen", "anal"][..], &["analyze", "analysis"][..]),
        (&["tengen", "play", "--rec"], &["--recipe"]),
        (
            &["tengen", "play", "--recipe", "gtabu18-"],
            &["gtabu18-hash", "gtabu18-hash-win"],
        ),
        (
            &["tengen", "gtp", "--set", "rave.equiv"],
            &["rave.equivalence="],
        ),
        (&["tengen", "play", "--color", "wh"], &["white"]),
        (&["tengen", "play", "--rules", "ja"], &["japanese"]),
        (
            &["tengen", "gtp", "--level", "1"],
            &["15k", "12k", "1k", "1d"],
        ),
        (
            &["tengen", "reproduce", "levels-top-1"],
            &["levels-top-13", "levels-top-19"],
        ),
        (&["tengen", "lab", "ver"], &["verify"]),
        // Learning has parameters of its own.
        (
            &["tengen", "learn", "patterns", "--set", "broad.rea"],
            &["broad.reach="],
        ),
        (
            &["tengen", "learn", "patterns", "--set", "rave.equiv"],
            &[""],
        ),
        // What is left to the shell, which proposes files.
        (&["tengen", "play", "--recipe", "./mine"], &[""]),
    ] {
        let Some(proposed) = proposed(&script, words) else {
            eprintln!("skipped: there is no bash");
            return;
        };
        assert_eq!(proposed, right, "{words:?}");
    }
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (code, script, _) = run(&["completions", shell]);
        assert_eq!(code, 0);
        assert_has(&script, "reproduce");
        assert_has(&script, "recipe");
        // The generators for the other two leave values out.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert_has(&script, "gtabu18-hash-win");
            assert_has(&script, "rave.equivalence=");
        }
    }
    assert_eq!(run(&["completions", "cmd"]).0, 2);
}

#[test]
fn every_command_has_a_page_in_the_manual() {
    let folder = Folder::new("manual");
    let pages = folder.0.join("man");
    let (code, out, err) = run(&["man", "--dir", pages.to_str().unwrap()]);
    assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
    for (words, title) in [
        (&["man"][..], "tengen"),
        (&["man", "play"], "tengen-play"),
        (&["man", "lab", "run"], "tengen-lab-run"),
    ] {
        let (code, page, _) = run(words);
        assert_eq!(code, 0);
        assert_has(&page, &format!(".TH {title} 1"));
        let written = fs::read_to_string(pages.join(format!("{title}.1"))).unwrap();
        assert_eq!(written, page, "{title}");
    }
    let (code, _, err) = run(&["man", "lab", "rnu"]);
    assert_eq!(code, 2);
    assert_has(&err, "tengen lab has no command \"rnu\"; did you mean run?");
}
