//! Statistics: pure functions, tested on known values.
