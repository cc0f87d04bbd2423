//! Ctrl-C and the system's request to terminate, as a stop flag.

use std::time::{Duration, Instant};

use tengen_progress::StopFlag;

use crate::failure::Failure;

/// A second signal so soon after the first is its echo.
const ECHO: Duration = Duration::from_millis(20);

/// A stop flag for Ctrl-C and the system's request to terminate; `hear` sets it on a signal. Once it
/// means at once, the next signal ends the process.
///
/// # Errors
/// If signals cannot be handled.
pub(crate) fn stop_on_signals(
    mut hear: impl FnMut(&StopFlag) + Send + 'static,
) -> Result<StopFlag, Failure> {
    let halt = StopFlag::new();
    let heard = halt.clone();
    let mut last: Option<Instant> = None;
    ctrlc::set_handler(move || {
        // Some programs signal both a process and its group: that is one request, not two.
        let echo = last.is_some_and(|last| last.elapsed() < ECHO);
        last = Some(Instant::now());
        match heard.is_now() {
            _ if echo => {}
            true => std::process::exit(130),
            false => hear(&heard),
        }
    })
    .map_err(|error| Failure::Failed(format!("signals cannot be heard: {error}")))?;
    Ok(halt)
}
