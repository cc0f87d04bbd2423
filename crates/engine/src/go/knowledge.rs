//! What is known about moves before they are searched.

tengen_params::params! {
    /// What is known about moves before they are searched.
    pub struct KnowledgeParams as knowledge {
        /// Whether moves start with virtual playouts that say what is known about them.
        on: bool = false;
    }
}
