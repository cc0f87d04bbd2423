//! Names of a model's features, for people who want to see what was learned.
//!
//! Patterns are drawn in rows parted by `/`, from the view of the side to move: `x` own, `o`
//! opposing, `.` empty, `#` beyond the edge, `+` the point itself, `_`
//! what is not looked at. In broad patterns `x` and `o` are
//! areas, `.` is open and `?` contested.

use tengen_go::Size;

use crate::broad::Broad;
use crate::feature::FeatureSet;
use crate::local::LocalModel;
use crate::scene::Vocabulary;
use crate::shape::Dictionary;
use crate::team::NONE;

/// Features of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their name together.
    pub name: String,
    /// The number of them.
    pub count: usize,
}

/// The names of the features of a vocabulary.
pub struct Catalogue<'a> {
    vocabulary: &'a Vocabulary,
    others: FeatureSet,
}

impl<'a> Catalogue<'a> {
    /// The names of these features.
    #[must_use]
    pub fn new(vocabulary: &'a Vocabulary) -> Self {
        Self {
            others: FeatureSet::new(&vocabulary.params().features, Size::NINETEEN),
            vocabulary,
        }
    }

    /// The kinds of features, in the order of their numbers.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        grouped(self.vocabulary.len(), |id| self.group(id))
    }

    /// The kind of a feature.
    #[must_use]
    pub fn group(&self, id: u32) -> String {
        let shapes = self.vocabulary.shapes().map_or(&[][..], Dictionary::shapes);
        match self.decode(id) {
            FeatureId::None => "none".to_owned(),
            FeatureId::Shape(at) => format!("stone pattern R{}", shapes[at].0 + 2),
            FeatureId::Broad(_) => "broad pattern".to_owned(),
            FeatureId::Other(id) => {
                let name = self.others.value_name(id);
                match name.split_once(": ") {
                    Some((group, _)) => group.to_owned(),
                    None => name,
                }
            }
        }
    }

    /// The name of a feature.
    #[must_use]
    pub fn name(&self, id: u32) -> String {
        match self.decode(id) {
            FeatureId::None => "none".to_owned(),
            FeatureId::Shape(at) => format!("{} {}", self.group(id), self.drawn(at)),
            FeatureId::Broad(at) => {
                let (class, cells) = Broad::unpack(self.vocabulary.codes()[at]);
                let letters = cells.map(|cell| match cell {
                    0 => 'o',
                    1 => '.',
                    2 => '?',
                    3 => 'x',
                    _ => '#',
                });
                let rows: Vec<String> = letters.chunks(3).map(String::from_iter).collect();
                format!("broad pattern {} of class {class}", rows.join("/"))
            }
            FeatureId::Other(id) => self.others.value_name(id),
        }
    }

    fn decode(&self, id: u32) -> FeatureId {
        let shapes = self.vocabulary.shapes().map_or(0, Dictionary::len);
        let others = self.vocabulary.before_others();
        match id as usize {
            _ if id == NONE => FeatureId::None,
            at if at <= shapes => FeatureId::Shape(at - 1),
            at if at <= others => FeatureId::Broad(at - 1 - shapes),
            at => FeatureId::Other(u32::try_from(at - others).unwrap_or(NONE)),
        }
    }

    /// The stone pattern of this number, from 0.
    fn drawn(&self, at: usize) -> String {
        let Some(dictionary) = self.vocabulary.shapes() else {
            return String::new();
        };
        let (ring, shape) = &dictionary.shapes()[at];
        let rings = dictionary.rings();
        let points = rings.points(usize::from(*ring));
        let reach = (usize::from(*ring) + 2).cast_signed() / 2;
        let side = (2 * reach + 1).unsigned_abs();
        let mut rows = vec![vec!['_'; side]; side];
        let letters = ['.', 'x', 'o', '#'];
        let within = |n: isize| usize::try_from(n + reach).ok().filter(|&n| n < side);
        for place in 0..points {
            let (across, down) = rings.offset(place);
            if let (Some(column), Some(row)) = (within(across), within(down)) {
                rows[row][column] = letters[usize::from(shape.get(place) & 3)];
            }
        }
        rows[reach.unsigned_abs()][reach.unsigned_abs()] = '+';
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("/")
    }
}

/// The names of the local features of playouts.
pub struct LocalCatalogue(Vec<String>);

impl LocalCatalogue {
    /// The kinds of features, in the order of their numbers.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        grouped(self.0.len(), |id| self.group(id))
    }

    /// The kind of a feature.
    #[must_use]
    pub fn group(&self, id: u32) -> String {
        let name = self.name(id);
        match name.split_once(' ') {
            Some((group, _)) => group.to_owned(),
            None => "atari".to_owned(),
        }
    }

    /// The name of a feature.
    #[must_use]
    pub fn name(&self, id: u32) -> String {
        self.0.get(id as usize).cloned().unwrap_or_default()
    }
}

impl Default for LocalCatalogue {
    fn default() -> Self {
        Self(LocalModel::names())
    }
}

/// The kinds of the features from 1 to before `count`.
fn grouped(count: usize, group: impl Fn(u32) -> String) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for id in 1..u32::try_from(count).unwrap_or(u32::MAX) {
        let name = group(id);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.count += 1,
            None => groups.push(Group { name, count: 1 }),
        }
    }
    groups
}

/// The source of a feature's name.
enum FeatureId {
    None,
    Shape(usize),
    Broad(usize),
    Other(u32),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::PatternParams;
    use crate::shape::Shape;

    #[test]
    fn every_feature_has_a_name_and_a_kind() {
        let params = PatternParams::default();
        let mut shape = Shape::EMPTY;
        shape.set(0, 1);
        shape.set(3, 3);
        let shapes = Dictionary::new(params.shape.size as usize, vec![(0, shape)]);
        let vocabulary = Vocabulary::new(params, Some(shapes), vec![0]);
        let catalogue = Catalogue::new(&vocabulary);
        assert_eq!(catalogue.name(0), "none");
        assert_eq!(catalogue.name(1), "stone pattern R2 _x_/.+./_#_");
        assert!(catalogue.name(2).starts_with("broad pattern "));
        let groups = catalogue.groups();
        let count: usize = groups.iter().map(|group| group.count).sum();
        assert_eq!(count, vocabulary.len() - 1);
        assert!(groups.len() > 2);
        assert_eq!(groups[1].name, "broad pattern");
    }
}
