//! The built-in recipes, which are in `recipes/`.

/// The recipes that come with the project: the file's stem and its text.
pub(crate) const RECIPES: &[(&str, &str)] = &[
    ("default", include_str!("../recipes/default.toml")),
    ("net", include_str!("../recipes/net.toml")),
    ("playouts", include_str!("../recipes/playouts.toml")),
    ("beginner", include_str!("../recipes/beginner.toml")),
    ("handmade", include_str!("../recipes/handmade.toml")),
    ("rave", include_str!("../recipes/rave.toml")),
    ("uct", include_str!("../recipes/uct.toml")),
    (
        "uct-threshold",
        include_str!("../recipes/uct-threshold.toml"),
    ),
    ("gnugo-uct", include_str!("../recipes/gnugo-uct.toml")),
    ("gtabu0", include_str!("../recipes/gtabu0.toml")),
    ("gtabu18", include_str!("../recipes/gtabu18.toml")),
    ("gtabu18-hash", include_str!("../recipes/gtabu18-hash.toml")),
    (
        "gtabu18-hash-win",
        include_str!("../recipes/gtabu18-hash-win.toml"),
    ),
    ("tabu0-strong", include_str!("../recipes/tabu0-strong.toml")),
    (
        "tabu18-strong",
        include_str!("../recipes/tabu18-strong.toml"),
    ),
    (
        "tabu18-hash-strong",
        include_str!("../recipes/tabu18-hash-strong.toml"),
    ),
    (
        "tabu18-hash-win-strong",
        include_str!("../recipes/tabu18-hash-win-strong.toml"),
    ),
    ("dakv-linear", include_str!("../recipes/dakv-linear.toml")),
    ("dakv-score", include_str!("../recipes/dakv-score.toml")),
    ("dakv-value", include_str!("../recipes/dakv-value.toml")),
    (
        "plain-uniform",
        include_str!("../recipes/plain-uniform.toml"),
    ),
    ("difference", include_str!("../recipes/difference.toml")),
    (
        "difference-default",
        include_str!("../recipes/difference-default.toml"),
    ),
    ("endgame", include_str!("../recipes/endgame.toml")),
    ("history", include_str!("../recipes/history.toml")),
    (
        "history-improved",
        include_str!("../recipes/history-improved.toml"),
    ),
    ("mcts-plain", include_str!("../recipes/mcts-plain.toml")),
    (
        "history-hybrid",
        include_str!("../recipes/history-hybrid.toml"),
    ),
    ("cygo", include_str!("../recipes/cygo.toml")),
    (
        "cygo-playouts",
        include_str!("../recipes/cygo-playouts.toml"),
    ),
    ("cygo-policy", include_str!("../recipes/cygo-policy.toml")),
];
