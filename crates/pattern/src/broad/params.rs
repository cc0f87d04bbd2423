//! The parameters of the broad pattern: the paper's three, our readings, and the two improvements.

tengen_params::choice! {
    /// How far a stone is from a point.
    pub enum Metric {
        /// |x| + |y| + max(|x|, |y|), the only distance that the paper defines.
        Paper = "paper",
        /// |x| + |y|.
        Manhattan = "manhattan",
    }
}

tengen_params::choice! {
    /// How nineteen lines are cut into seven parts of at most three.
    pub enum Partition {
        /// The parts at the edges are short.
        Edge = "2333332",
        /// The second parts are short.
        Second = "3233323",
        /// The third parts are short.
        Third = "3323233",
        /// The middle part is a single line.
        Middle = "3331333",
    }
}

tengen_params::choice! {
    /// Which cells count as the same place.
    pub enum Classes {
        /// Those that a symmetry of the board brings to each other: ten classes of 7×7 cells.
        Orbit = "orbit",
        /// Those equally far from the edge: four classes.
        Ring = "ring",
        /// All.
        None = "none",
    }
}

tengen_params::choice! {
    /// Which images of a window are one.
    pub enum Fold {
        /// Those that a symmetry of the whole board makes: the edge stays on its side.
        Board = "board",
        /// All eight images of the window alone.
        Window = "window",
    }
}

tengen_params::params! {
    /// The broad pattern: windows of the shrunken board.
    pub struct BroadParams as broad {
        /// Whether there are broad patterns at all.
        on: bool = true;
        /// How far a stone's influence reaches (a in the paper).
        reach: u32 = 5, 1..=12;
        /// The mean influence that makes a cell somebody's area, taken to a millionth (b).
        threshold: f32 = 0.01, 0.0..=10.0;
        /// With how many stones nobody's cell is contested instead of open (c); 10 means never.
        stones: u32 = 7, 0..=10;
        /// How far a stone is from a point.
        metric: Metric = Metric::Paper;
        /// How nineteen lines are cut into seven parts; other sizes follow its manner.
        partition: Partition = Partition::Edge;
        /// Which cells count as the same place.
        classes: Classes = Classes::Orbit;
        /// Which images of a window are one.
        fold: Fold = Fold::Board;
        /// Whether White sees the values of the two areas exchanged.
        recolour: bool = true;
        /// Whether influence does not pass opposing stones.
        blocked: bool = false;
        /// How much own stones nearby weaken a stone: with n of them it counts 1/(1 + this × n).
        concentration: f32 = 0.0, 0.0..=10.0;
        /// Up to which distance, by the paper's measure, own stones weaken a stone.
        crowd: u32 = 3, 2..=12;
        /// A broad pattern that is seen less often in learning is none.
        minimum: u32 = 50, 0..=1_000_000;
    }
}
