//! A listener to the engine.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// All that was said.
#[derive(Clone, Default)]
pub(crate) struct Ear(Arc<Mutex<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while speaking").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Ear {
    /// What was said since the last time.
    pub(crate) fn heard(&self) -> String {
        let bytes = std::mem::take(&mut *self.0.lock().expect("nobody panics while speaking"));
        String::from_utf8(bytes).expect("lines are text")
    }
}
