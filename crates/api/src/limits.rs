//! The groups of fields that many requests share: limits, threads and memory.
//!
//! Commands that say more about one of them reword the help of the flag (`mut_arg`).

use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZeroUsize;
use std::time::Duration;

/// How long one question may be worked on.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
#[serde(default, rename_all = "kebab-case")]
pub struct Limits {
    /// Stop after about so many nodes for each position, with exit code 4
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = parse_nodes))]
    #[schemars(range(min = 1))]
    pub nodes: Option<u64>,
    /// Stop after so many seconds for each position, with exit code 4
    #[cfg_attr(feature = "clap", arg(long, value_name = "SECONDS", value_parser = parse_time))]
    pub time: Option<Seconds>,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { nodes: None, time: None };

    /// The most time, if it is limited.
    pub fn time(&self) -> Option<Duration> {
        self.time.map(|seconds| seconds.0)
    }
}

/// A time in seconds, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "f64")]
pub struct Seconds(pub Duration);

impl TryFrom<f64> for Seconds {
    type Error = &'static str;

    fn try_from(seconds: f64) -> Result<Seconds, &'static str> {
        let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero());
        time.map(Seconds).ok_or("expected a number of seconds above 0, as 1.5")
    }
}

impl JsonSchema for Seconds {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seconds".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "exclusiveMinimum": 0 })
    }

    fn inline_schema() -> bool {
        true
    }
}

/// How many threads work. Only the front end decides about it.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
pub struct Threads {
    /// How many threads work; the answer is the same for any number
    #[cfg_attr(feature = "clap", arg(long, short, value_name = "T", value_parser = parse_threads))]
    pub threads: Option<NonZeroUsize>,
}

/// How much memory may be taken. Only the front end decides about it.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args), group(skip))]
pub struct Memory {
    /// The most memory, as 600M or 2G [default: half of the machine's]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", value_parser = parse_size))]
    pub memory: Option<u64>,
}

impl Threads {
    /// One thread.
    pub const ONE: Threads = Threads { threads: Some(NonZeroUsize::MIN) };
}

/// More threads than any machine has cores would only cost memory.
pub const MOST_THREADS: usize = 1024;

/// Reads a number of threads.
///
/// # Errors
/// What is expected, if the text is something else.
pub fn parse_threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|&threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a whole number from 1 to {MOST_THREADS}"))
}

/// Reads a number of nodes.
///
/// # Errors
/// What is expected, if the text is something else.
pub fn parse_nodes(text: &str) -> Result<u64, String> {
    let nodes = text.parse().ok().filter(|&nodes| nodes > 0);
    nodes.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

/// Reads a time in seconds.
///
/// # Errors
/// What is expected, if the text is something else.
pub fn parse_time(text: &str) -> Result<Seconds, String> {
    let seconds = text.parse().unwrap_or(f64::NAN);
    Seconds::try_from(seconds).map_err(str::to_owned)
}

/// Reads a number of bytes, as `600M`.
///
/// # Errors
/// What is expected, if the text is something else.
pub fn parse_size(text: &str) -> Result<u64, String> {
    const UNITS: [char; 4] = ['K', 'M', 'G', 'T'];
    let last = text.chars().last().map(|letter| letter.to_ascii_uppercase());
    let unit = last.and_then(|letter| UNITS.iter().position(|&unit| unit == letter));
    let (digits, shift) = match unit {
        Some(at) => (&text[..text.len() - 1], 10 * (at + 1)),
        None => (text, 0),
    };
    let size = digits.parse().ok().and_then(|number: u64| number.checked_mul(1 << shift));
    size.filter(|&size| size > 0).ok_or_else(|| "expected a size such as 600M or 2G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_some() {
        let cases =
            [("1", Some(1)), ("1024", Some(1024)), ("0", None), ("1025", None), ("x", None)];
        for (text, expected) in cases {
            assert_eq!(parse_threads(text).ok().map(NonZeroUsize::get), expected, "{text}");
        }
    }

    #[test]
    fn limits_are_positive() {
        for (text, expected) in [("1", Some(1)), ("0", None), ("-1", None), ("1.5", None)] {
            assert_eq!(parse_nodes(text).ok(), expected, "{text}");
        }
        for (text, expected) in
            [("1.5", Some(1500)), ("60", Some(60_000)), ("0", None), ("-1", None), ("inf", None)]
        {
            let expected = expected.map(|millis| Seconds(Duration::from_millis(millis)));
            assert_eq!(parse_time(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn sizes_have_units() {
        let cases = [
            ("600M", Some(600 << 20)),
            ("2g", Some(2 << 30)),
            ("1T", Some(1 << 40)),
            ("4096", Some(4096)),
            ("0", None),
            ("M", None),
            ("", None),
            ("-1G", None),
            ("1.5G", None),
            ("99999999999999T", None),
        ];
        for (text, expected) in cases {
            assert_eq!(parse_size(text).ok(), expected, "{text}");
        }
    }
}
