//! `tengen params`, and the parameters of every command that has some.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use tengen_go_engine::Parameters;
use tengen_net::train::TrainParams;
use tengen_params::{Entry, Params, Scale, Spec, find, list, set, toml};
use tengen_pattern::scene::PatternParams;

use crate::configuration;
use crate::failure::Failure;
use crate::recipes::Players;
use crate::screen::Screen;

/// How a command is given parameters.
#[derive(clap::Args)]
pub(crate) struct Settings {
    /// Read parameters from a TOML file, as `tengen params --toml` writes it.
    #[arg(long, value_name = "FILE.toml")]
    config: Option<PathBuf>,
    /// Set a parameter, after the file; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

impl Settings {
    /// The parameters: defaults, then the file, then the single settings.
    #[cfg(feature = "bench")]
    pub(crate) fn read(&self) -> Result<Parameters, Failure> {
        let mut parameters = Parameters::default();
        self.apply(&mut parameters)?;
        Ok(parameters)
    }

    /// Sets what the file and the single settings say.
    pub(crate) fn apply(&self, parameters: &mut dyn Params) -> Result<(), Failure> {
        if let Some(path) = &self.config {
            read_file(parameters, path)?;
        }
        put(parameters, &self.set)
    }
}

/// Sets what single settings say, each `NAME=VALUE`.
pub(crate) fn put(parameters: &mut dyn Params, settings: &[String]) -> Result<(), Failure> {
    for setting in settings {
        let Some((name, value)) = setting.split_once('=') else {
            let sentence = format!("--set takes NAME=VALUE, not {setting:?}");
            return Err(Failure::Usage(sentence));
        };
        set(parameters, name, value).map_err(|error| Failure::Usage(format!("--set: {error}")))?;
    }
    Ok(())
}

/// The text of a file of TOML.
pub(crate) fn text(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    if path.is_dir() {
        let sentence = format!("{name} is a folder; name a file in it");
        return Err(Failure::Failed(sentence));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(toml::LONGEST as u64 + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::Failed(format!("{name} cannot be read: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|_| Failure::Failed(format!("{name} is not text in UTF-8, as TOML has to be")))
}

/// Sets what a file of TOML says.
pub(crate) fn read_file(parameters: &mut dyn Params, path: &Path) -> Result<(), Failure> {
    toml::read(parameters, &text(path)?, &path.display().to_string()).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Failure::Failed(lines.join("\nerror: "))
    })
}

/// What to list.
#[derive(clap::Args)]
#[command(after_long_help = CONFIGURATION)]
pub(crate) struct Args {
    /// Only this parameter, or this group of them.
    name: Option<String>,
    /// List the parameters of `tengen learn patterns` instead of those of players.
    #[arg(long)]
    learning: bool,
    /// List the parameters of `tengen train` instead of those of players.
    #[arg(long, conflicts_with = "learning")]
    training: bool,
    /// Whose players.
    #[arg(long, value_name = "GAME", default_value = "go", conflicts_with_all = ["learning", "training"])]
    game: Players,
    /// Print TOML that --config reads.
    #[arg(long)]
    toml: bool,
    /// Tell which configuration file is read, and what it sets.
    #[arg(long = "where", conflicts_with_all = ["name", "learning", "training", "toml", "config", "set"])]
    place: bool,
    #[command(flatten)]
    settings: Settings,
}

/// The end of the long help.
const CONFIGURATION: &str = "\
The configuration file of the user, ~/.config/tengen/config.toml or what --where tells, says what `tengen play`, \
`gtp`, `analyze` and `analysis` take where no flag says otherwise:

  [player]
  recipe = \"net\"        # a name that `tengen recipes` lists, or the full path of a file
  [game]                # a new one; a record has its own
  size = 13
  rules = \"japanese\"
  komi = 6.5
  [budget]              # and any other parameter
  threads = 2

Who chooses another recipe by a flag gets it as it is; only what suits the computer ([budget], [time] and \
tree.memory) is then taken from the file, where the recipe leaves it open. TENGEN_CONFIG=FILE names another file, \
and TENGEN_CONFIG= goes without. Experiments and benchmarks read none.";

/// Lists the parameters.
pub(crate) fn run(args: &Args, screen: &mut Screen) -> Result<(), Failure> {
    if args.place {
        return configuration::tell(screen);
    }
    let mut parameters: Box<dyn Params> = if args.learning {
        Box::new(PatternParams::default())
    } else if args.training {
        Box::new(TrainParams::default())
    } else {
        match args.game {
            Players::Go => Box::new(Parameters::default()),
            Players::Shogi => Box::new(tengen_shogi_engine::Parameters::default()),
        }
    };
    args.settings.apply(&mut *parameters)?;
    if args.toml {
        if args.name.is_some() {
            let sentence = "--toml prints all parameters; leave the name out".to_owned();
            return Err(Failure::Usage(sentence));
        }
        write!(screen, "{}", toml::write(&*parameters))?;
        return Ok(());
    }
    let entries = chosen(&*parameters, args.name.as_deref())?;
    let width = |text: &dyn Fn(&Entry) -> String| {
        let widths = entries.iter().map(|entry| text(entry).chars().count());
        widths.max().unwrap_or(0)
    };
    let name_width = width(&|entry| entry.spec.name.to_owned());
    let value_width = width(&value);
    for entry in &entries {
        let (name, value) = (entry.spec.name, value(entry));
        let takes = takes(entry.spec);
        writeln!(
            screen,
            "{name:<name_width$}  {value:<value_width$}  {takes}"
        )?;
        for line in wrapped(entry.spec.doc, 90 - name_width) {
            writeln!(screen, "{:name_width$}  {line}", "")?;
        }
    }
    Ok(())
}

/// The value, with the default where it is another.
fn value(entry: &Entry) -> String {
    if entry.is_default() {
        entry.value.to_string()
    } else {
        format!("{} (default {})", entry.value, entry.spec.default_value())
    }
}

/// A description of the right values; it says so if they are stepped by ratios.
fn takes(spec: &Spec) -> String {
    let expects = spec.expects();
    match spec.scale() {
        Some(Scale::Log) => format!("{expects}, on a log scale"),
        Some(Scale::Linear) | None => expects,
    }
}

/// All parameters, those of a group, or the one of this name.
fn chosen(parameters: &dyn Params, name: Option<&str>) -> Result<Vec<Entry>, Failure> {
    let mut entries = list(parameters);
    let Some(name) = name else {
        return Ok(entries);
    };
    if entries.iter().any(|entry| entry.spec.group() == name) {
        entries.retain(|entry| entry.spec.group() == name);
        return Ok(entries);
    }
    let spec = find(parameters, name).map_err(|error| Failure::Usage(error.to_string()))?;
    entries.retain(|entry| entry.spec.name == spec.name);
    Ok(entries)
}

/// Lines of at most `width` characters, broken between words.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use tengen_params::{Domain, check_declarations, get};

    use super::*;

    #[test]
    fn the_declarations_are_sound() {
        assert_eq!(check_declarations(&Parameters::default()), Ok(()));
        let shogi = tengen_shogi_engine::Parameters::default();
        assert_eq!(check_declarations(&shogi), Ok(()));
    }

    #[test]
    fn a_folder_is_no_file() {
        let failure = text(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap_err();
        let sentence = failure.sentence().unwrap();
        assert!(
            sentence.ends_with("is a folder; name a file in it"),
            "{sentence}"
        );
    }

    #[test]
    fn a_scale_is_shown_where_it_is_not_linear() {
        let spec = |scale| Spec {
            name: "made.up",
            doc: "Made up.",
            domain: Domain::Count {
                default: 8,
                min: 1,
                max: 64,
                scale,
            },
        };
        assert_eq!(takes(&spec(Scale::Linear)), "a whole number from 1 to 64");
        assert_eq!(
            takes(&spec(Scale::Log)),
            "a whole number from 1 to 64, on a log scale"
        );
    }

    /// Every parameter can be found, set to its default, its least and its greatest value, and to
    /// nothing beyond.
    #[test]
    fn every_parameter_can_be_listed_and_set() {
        let entries = list(&Parameters::default());
        assert!(entries.len() > 10);
        for Entry { spec, value } in entries {
            let mut parameters = Parameters::default();
            assert!(chosen(&parameters, Some(spec.name)).is_ok());
            assert_eq!(value, spec.default_value());
            set(&mut parameters, spec.name, &value.to_string()).expect(spec.name);
            assert_eq!(parameters, Parameters::default());
            for choice in spec.choices() {
                set(&mut parameters, spec.name, choice.name).expect(spec.name);
            }
            let Some((least, greatest)) = spec.range() else {
                continue;
            };
            for bound in [least, greatest] {
                set(&mut parameters, spec.name, &bound.to_string()).expect(spec.name);
                assert_eq!(get(&parameters, spec.name).expect(spec.name).value, bound);
                let outward = if bound == spec.range().expect("a range").0 {
                    -1.0
                } else {
                    1.0
                };
                let beyond = bound.number().expect("a number") + outward;
                let error = set(&mut parameters, spec.name, &beyond.to_string()).unwrap_err();
                assert!(error.to_string().contains(spec.name), "{error}");
            }
        }
    }
}
