//! Tables of text.

/// A table under its titles of which the first columns hold words, the others numbers.
pub(crate) fn columns<const N: usize>(
    titles: [&str; N],
    lines: &[[String; N]],
    words: usize,
) -> String {
    let titles = titles.map(str::to_owned);
    let all = || std::iter::once(&titles).chain(lines);
    let width = |column: usize| all().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for line in all() {
        let cells = line.iter().zip(widths).enumerate().map(|(column, (cell, width))| {
            if column < words { format!("{cell:width$}") } else { format!("{cell:>width$}") }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let lines = [["a", "1"], ["bcd", "100"]].map(|line| line.map(str::to_owned));
        assert_eq!(columns(["name", "n"], &lines, 1), "name    n\na       1\nbcd   100\n");
    }
}
