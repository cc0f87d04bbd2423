//! This program and how it was started, for cards of models and manifests of experiments.

/// The version.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The commit it was built from, with `+` if there were changes besides.
pub(crate) const COMMIT: &str = env!("TENGEN_COMMIT");

/// The version with the commit: what users and match runners are told.
pub(crate) const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("TENGEN_COMMIT"), ")");

/// The command line, without what may not be kept.
pub(crate) fn command() -> String {
    let words: Vec<String> = std::env::args().skip(1).map(hidden).collect();
    format!("tengen {}", words.join(" "))
}

/// An argument as it may be kept: the address of a server can hold a password.
fn hidden(word: String) -> String {
    match word.find("postgres") {
        Some(at) if word[at..].contains("://") => format!("{}postgres://…", &word[..at]),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_kept() {
        let keep = |word: &str| hidden(word.to_owned());
        assert_eq!(keep("--store=postgres://a:b@c/d"), "--store=postgres://…");
        assert_eq!(keep("postgresql://a:b@c/d"), "postgres://…");
        assert_eq!(keep("postgres.toml"), "postgres.toml");
    }
}
