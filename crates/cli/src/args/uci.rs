//! The flags of `sole uci`.

use super::DataFolder;
use clap::Args;

/// `sole uci`.
#[derive(Args, Debug)]
#[command(
    after_help = "Lines of the Universal Chess Interface are read from standard input; chess \
                  programs start it so.\n\nExample:\n  \
                  printf 'position fen 8/8/8/8/4k3/8/3BN3/4K3 w - -\\ngo movetime 1000\\n' | sole uci"
)]
pub(crate) struct Uci {
    #[command(flatten)]
    pub(crate) data: DataFolder,
}
