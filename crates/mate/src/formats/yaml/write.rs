//! Texts as YAML.

/// A text as a scalar that is read as the same text again by any reader.
pub(in crate::formats) fn scalar(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || " .,()/_-".contains(c);
    let typed = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let is_plain = text.starts_with(char::is_alphabetic)
        && text.chars().all(is_word)
        && !text.contains("  ")
        && !text.ends_with(' ')
        && !typed.contains(&text.to_ascii_lowercase().as_str());
    if is_plain {
        return text.to_owned();
    }
    if !text.contains(char::is_control) {
        return format!("'{}'", text.replace('\'', "''"));
    }
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

/// A text of several lines as the block after a key at depth 0, or else a [`scalar`].
pub(in crate::formats) fn block(text: &str) -> String {
    let odd = |c: char| c.is_control() && c != '\n';
    if !text.contains('\n') || text.contains(odd) || text.trim().is_empty() {
        return scalar(text);
    }
    let body = text.trim_end_matches('\n');
    let sign = match text.len() - body.len() {
        0 => "-",
        1 => "",
        _ => "+",
    };
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n');
    let lines = lines.map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    format!("|2{sign}\n{}", lines.collect::<Vec<_>>().join("\n"))
}
