//! Work that is killed again and again, and must end as if nobody had disturbed it.

use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Work that goes on where it was left.
pub(crate) struct Work<B, S, C> {
    /// A new folder with all that is there before the work.
    pub(crate) begin: B,
    /// Goes on in a folder.
    pub(crate) start: S,
    /// What must be the same at the end.
    pub(crate) contents: C,
}

impl<B, S, C, T> Work<B, S, C>
where
    B: Fn() -> TempDir,
    S: Fn(&Path) -> Child,
    C: Fn(&Path) -> T,
    T: PartialEq,
{
    /// Kills it so many times, at moments drawn from a seed. Whenever it has ended before a kill,
    /// and at the end, its contents must be those of work that nobody killed.
    pub(crate) fn survive(&self, times: u32) {
        let whole = (self.begin)();
        let start = Instant::now();
        self.finish(whole.path());
        let mut longest = start.elapsed().as_millis() as u64;
        let expected = (self.contents)(whole.path());
        let (mut folder, mut kills, mut random) = ((self.begin)(), 0, 0x5eed_u64);
        while kills < times {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let mut child = (self.start)(folder.path());
            sleep(Duration::from_millis((random >> 33) % longest.max(1)));
            if child.try_wait().expect("a status").is_none() {
                child.kill().expect("it can be killed");
                child.wait().expect("it ends");
                kills += 1;
                continue;
            }
            // Nothing is left to be killed, so that it begins anew, and the next kill comes sooner.
            assert!((self.contents)(folder.path()) == expected, "differs after {kills} kills");
            folder = (self.begin)();
            longest = longest * 3 / 4;
        }
        self.finish(folder.path());
        assert!((self.contents)(folder.path()) == expected, "differs after all kills");
    }

    fn finish(&self, folder: &Path) {
        assert!((self.start)(folder).wait().expect("it ends").success());
    }
}
