//! Trees to text, strictly: `FF[4]` in UTF-8.

use super::{
    Collection, GameTree, Ident, NodeId, Property, Value,
    growth::Finder,
    number::{respelled, spelled},
};

/// The column at which a line is broken, between two nodes.
const WIDTH: usize = 80;

impl Collection {
    /// The collection as `FF[4]` in UTF-8 would say it, which is what [`Collection::to_sgf`] writes.
    ///
    /// Every root begins with FF, GM and CA, which stand nowhere else, and a name stands once in a
    /// node. In a game of Go a square board has one number, a pass is an empty value, and the
    /// numbers of KM, HA, TM and their like are spelled as numbers are: `7.5` for `7,5`.
    ///
    /// A property whose name has digits, as in `FF[3]`, is left out: `FF[4]` has letters only, and
    /// without its digits the name would be another one. All else is left as it is, values that
    /// should be numbers and are none too.
    #[must_use]
    pub fn strict(&self) -> Self {
        Self {
            games: self.games.iter().map(GameTree::strict).collect(),
        }
    }

    /// The collection as a strict SGF text, which reads back as [`Collection::strict`] unless it
    /// exceeds what the reader takes.
    #[must_use]
    pub fn to_sgf(&self) -> String {
        let mut text = String::new();
        for game in &self.strict().games {
            write_game(game, &mut text);
        }
        text
    }
}

impl GameTree {
    fn strict(&self) -> Self {
        let mut tree = self.clone();
        let game = Value::from_raw(tree.root().get(&Ident::GM).map_or("1", |p| p.value().raw()));
        let is_go = game.trimmed() == "1" || game.trimmed().is_empty();
        let side = tree.root().get(&Ident::SZ).and_then(square_side);
        let has_tt = side.is_some_and(|side| side > 19);
        for id in tree.ids() {
            let properties = tree.node_mut(id).properties_mut();
            unite(properties);
            properties.retain(|p| !p.ident().is_format() && p.ident().is_letters());
            if is_go {
                properties.iter_mut().for_each(spell_numbers);
            }
            if is_go && !has_tt {
                for property in properties.iter_mut().filter(|p| p.ident().is_move()) {
                    if matches!(property.value().trimmed(), "tt" | "") {
                        property.set(Value::default());
                    }
                }
            }
        }
        let root = tree.root_mut();
        if let Some(side) = side {
            root.set(Ident::SZ, Value::from_text(&side.to_string()));
        }
        let game = if is_go { Value::from_raw("1") } else { game };
        root.properties_mut().splice(
            0..0,
            [
                Property::new(Ident::FF, Value::from_raw("4")),
                Property::new(Ident::GM, game),
                Property::new(Ident::CA, Value::from_raw("UTF-8")),
            ],
        );
        tree
    }
}

/// The side of a board that says `19` or `19:19`; `None` if it is not square or not a number.
fn square_side(property: &Property) -> Option<u8> {
    let value = spelled(property);
    match value.parts() {
        Some((width, height)) => {
            let width: u8 = width.trim().parse().ok()?;
            let height: u8 = height.trim().parse().ok()?;
            (width == height).then_some(width)
        }
        None => value.trimmed().parse().ok(),
    }
}

fn spell_numbers(property: &mut Property) {
    let ident = property.ident().clone();
    for value in property.values_mut() {
        if let Some(spelled) = respelled(&ident, value) {
            *value = spelled;
        }
    }
}

/// Puts properties of the same name together.
fn unite(properties: &mut Vec<Property>) {
    let mut finder = Finder::default();
    let mut united: Vec<Property> = Vec::with_capacity(properties.len());
    for property in properties.drain(..) {
        match finder.find(&united, property.ident()) {
            Some(at) => united[at].extend(property.values().iter().cloned()),
            None => united.push(property),
        }
    }
    for property in &mut united {
        property.reduce();
    }
    *properties = united;
}

/// A piece that is still to be written.
enum WriteStep {
    Node(NodeId),
    Variation(NodeId),
    Close,
}

fn write_game(tree: &GameTree, text: &mut String) {
    text.push('(');
    let mut line = text.len();
    let mut steps = vec![WriteStep::Close, WriteStep::Node(NodeId::ROOT)];
    while let Some(step) = steps.pop() {
        let id = match step {
            WriteStep::Close => {
                text.push(')');
                continue;
            }
            WriteStep::Variation(id) => {
                text.push_str("\n(");
                line = text.len();
                id
            }
            WriteStep::Node(id) => id,
        };
        if text.len() - line >= WIDTH {
            text.push('\n');
            line = text.len();
        }
        write_node(tree, id, text);
        let first = steps.len();
        let mut children = tree.children(id);
        match (children.next(), children.next()) {
            (Some(only), None) => steps.push(WriteStep::Node(only)),
            _ => {
                for child in tree.children(id) {
                    steps.extend([WriteStep::Variation(child), WriteStep::Close]);
                }
                steps[first..].reverse();
            }
        }
    }
    text.push('\n');
}

fn write_node(tree: &GameTree, id: NodeId, text: &mut String) {
    text.push(';');
    for property in tree.node(id).properties() {
        text.push_str(property.ident().as_str());
        for value in property.values() {
            text.push('[');
            text.push_str(value.raw());
            text.push(']');
        }
    }
}
