//! What makes a puzzle again: the words of a command line, without count and seed.

use sole_puzzle::Generator;

/// The words of a command line.
///
/// ```
/// use sole_collection::Arguments;
/// let arguments = Arguments::new(["mate", "gen", "#2"])
///     .with("--men", Some(7))
///     .with("--key", None::<&str>)
///     .with_switches([("--duals", true), ("--promoted", false)]);
/// let generator = arguments.generator(Some(5));
/// assert_eq!(generator.arguments.join(" "), "mate gen #2 --men 7 --duals");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments(Vec<String>);

impl Arguments {
    /// A command with its first words.
    pub fn new(words: impl IntoIterator<Item: ToString>) -> Arguments {
        Arguments(words.into_iter().map(|word| word.to_string()).collect())
    }

    /// The same with a flag before each of these values.
    pub fn with(mut self, flag: &str, values: impl IntoIterator<Item: ToString>) -> Arguments {
        self.0.extend(values.into_iter().flat_map(|value| [flag.to_owned(), value.to_string()]));
        self
    }

    /// The same with those flags that are on.
    pub fn with_switches<'a>(
        mut self,
        switches: impl IntoIterator<Item = (&'a str, bool)>,
    ) -> Arguments {
        let on = switches.into_iter().filter(|(_, on)| *on);
        self.0.extend(on.map(|(flag, _)| flag.to_owned()));
        self
    }

    /// This program with these words.
    pub fn generator(self, seed: Option<u64>) -> Generator {
        Generator {
            program: "sole".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            arguments: self.0,
            seed,
        }
    }
}
