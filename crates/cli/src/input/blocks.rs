//! Standard input while it is still being written: blocks of whole lines, read by a thread of
//! their own.

use super::{Bytes, STDIN, Whole, refuse_controls, unreadable};
use crate::complain::Complaint;
use std::io::{self, BufRead};
use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

/// Standard input as it comes, in blocks of whole lines. It is read by a thread of its own.
pub(crate) struct Blocks {
    receive: mpsc::Receiver<io::Result<Vec<u8>>>,
    n_lines: usize,
}

/// How many blocks are read ahead.
const BLOCKS_AHEAD: usize = 64;

impl Blocks {
    /// Begins to read.
    pub(crate) fn of_stdin() -> Blocks {
        let (send, receive) = mpsc::sync_channel(BLOCKS_AHEAD);
        std::thread::spawn(move || {
            read_blocks(io::stdin().lock(), |block| send.send(block).is_ok())
        });
        Blocks { receive, n_lines: 0 }
    }

    /// What has come since the last time, at least one line; `None` at the end, or if
    /// `is_over` says so while nothing comes.
    pub(crate) fn next(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Whole>, Complaint> {
        Ok(self.next_bytes(is_over)?.map(|bytes| bytes.text()))
    }

    /// The same in no particular encoding.
    pub(crate) fn next_bytes(
        &mut self,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Bytes>, Complaint> {
        let Some(first) = self.wait(is_over) else { return Ok(None) };
        let mut content = Vec::new();
        for block in std::iter::once(first).chain(self.receive.try_iter().take(BLOCKS_AHEAD)) {
            content.extend(block.map_err(|error| unreadable(Path::new(STDIN), &error))?);
        }
        let n_before = self.n_lines;
        refuse_controls(STDIN, n_before, &content)?;
        self.n_lines += content.split_inclusive(|&byte| byte == b'\n').count();
        Ok(Some(Bytes { name: STDIN.to_owned(), content, n_before }))
    }

    fn wait(&self, is_over: &dyn Fn() -> bool) -> Option<io::Result<Vec<u8>>> {
        const PATIENCE: Duration = Duration::from_millis(100);
        loop {
            match self.receive.recv_timeout(PATIENCE) {
                Ok(block) => return Some(block),
                Err(mpsc::RecvTimeoutError::Timeout) if !is_over() => {}
                Err(_) => return None,
            }
        }
    }
}

/// Reads whole lines, as many as are there, until the end or until nobody wants more.
fn read_blocks(mut reader: impl BufRead, mut hand_over: impl FnMut(io::Result<Vec<u8>>) -> bool) {
    let mut block = Vec::new();
    loop {
        let n_read = match reader.fill_buf() {
            Ok(bytes) => {
                block.extend_from_slice(bytes);
                bytes.len()
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                hand_over(Err(error));
                return;
            }
        };
        reader.consume(n_read);
        let end = match n_read {
            0 => block.len(),
            _ => block.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1),
        };
        let rest = block.split_off(end);
        let lines = std::mem::replace(&mut block, rest);
        if !lines.is_empty() && !hand_over(Ok(lines)) || n_read == 0 {
            return;
        }
    }
}
