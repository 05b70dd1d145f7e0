//! The engine's output, kept for a test to read.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// All that was written.
#[derive(Clone, Default)]
pub(crate) struct CapturedOutput(Arc<Mutex<Vec<u8>>>);

impl Write for CapturedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl CapturedOutput {
    /// What was written since the last call.
    pub(crate) fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().expect("nobody panics while writing"));
        String::from_utf8(bytes).expect("lines are text")
    }
}
