use super::*;

fn words(text: &str) -> Vec<String> {
    CommandLine::parse(text).unwrap().words
}

fn filled(text: &str, filling: &Filling) -> Result<Vec<String>, CommandLineError> {
    CommandLine::parse(text).and_then(|line| line.words(filling))
}

#[test]
fn words_quotes_and_backslashes_are_understood() {
    assert_eq!(words(" tengen  gtp "), ["tengen", "gtp"]);
    assert_eq!(
        words("a 'b c' \"d \\\" e\" f\\ g"),
        ["a", "b c", "d \" e", "f g"]
    );
    assert_eq!(words("a '' b"), ["a", "", "b"]);
    assert_eq!(words("--set='x \\ y'z"), ["--set=x \\ yz"]);
}

#[test]
fn what_is_no_command_is_refused() {
    assert_eq!(CommandLine::parse("  "), Err(CommandLineError::Empty));
    assert_eq!(CommandLine::parse("'' x"), Err(CommandLineError::Empty));
    assert!(matches!(
        CommandLine::parse("a 'b"),
        Err(CommandLineError::Unclosed(_))
    ));
    let unknown = CommandLine::parse("a --x={level}").unwrap_err();
    assert_eq!(
        unknown.to_string(),
        "{level} cannot be filled in; there are {seed}, {size}, {komi} and {playouts}"
    );
}

#[test]
fn everything_known_is_filled_in_everywhere() {
    let all = Filling {
        seed: 7,
        size: Some(9),
        komi: Some("6.5".to_owned()),
        playouts: Some(100),
    };
    assert_eq!(
        filled(
            "e{seed} --seed {seed} -x{seed}{size} {komi} {playouts}",
            &all
        )
        .unwrap(),
        ["e7", "--seed", "7", "-x79", "6.5", "100"]
    );
    assert_eq!(
        filled("e '{\"a\": {b: 1}}' {} {é} {{seed}} {", &all).unwrap(),
        ["e", "{\"a\": {b: 1}}", "{}", "{é}", "{7}", "{"]
    );
    let missing = filled("e {playouts}", &Filling::from(1)).unwrap_err();
    assert!(missing.to_string().contains("no budget in playouts"));
    assert_eq!(filled("e {seed}", &Filling::from(1)).unwrap(), ["e", "1"]);
}

#[test]
fn a_program_is_found_in_the_path_or_the_directory() {
    let here = env!("CARGO_MANIFEST_DIR");
    let line = CommandLine::parse("./Cargo.toml").unwrap();
    let line = line.in_directory(Some(here.into()));
    let found = line.program(&Filling::default()).unwrap();
    assert_eq!(found, Path::new(here).join("./Cargo.toml"));
    let none = CommandLine::parse("no-such-program-anywhere").unwrap();
    assert_eq!(none.program(&Filling::default()), None);
    let error = io::Error::from(ErrorKind::NotFound);
    let said = none.why_not(&error, &Filling::default());
    assert!(said.contains("found in the PATH"), "{said}");
}
