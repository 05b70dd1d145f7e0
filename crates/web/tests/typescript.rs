//! The types of requests and answers in TypeScript, as the page has them, are those of `api`.

use serde_json::{Map, Value};
use sole_api::catalogue::{self, Schemas};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Where definitions refer to each other.
const DEFINITIONS: &str = "/definitions";

/// The file of the page.
const FILE: &str = "page/src/lib/questions.ts";

#[test]
fn types_of_the_page_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let text = types();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &text).expect("the page is writable");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == text, "{FILE} is stale, BLESS=1 rewrites it");
}

#[test]
fn schemas_become_types() {
    let cases = [
        (r#"{"type":"string"}"#, "string"),
        (r#"{"type":["integer","null"]}"#, "number | null"),
        (r#"{"type":"string","enum":["a","b"]}"#, "'a' | 'b'"),
        (r#"{"type":"array","items":{"type":["number","null"]}}"#, "(number | null)[]"),
        (r##"{"anyOf":[{"$ref":"#/definitions/Move"},{"type":"null"}]}"##, "Move | null"),
        (
            r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
            "Record<string, boolean>",
        ),
        (
            r#"{"type":"object","properties":{"x":{},"y-z":{}},"required":["x"]}"#,
            "{\n  x: unknown;\n  'y-z'?: unknown;\n}",
        ),
    ];
    for (schema, expected) in cases {
        let schema: Value = serde_json::from_str(schema).expect("JSON");
        assert_eq!(type_of(&schema), expected, "{schema}");
    }
}

/// All types, and the map from commands to them.
fn types() -> String {
    let Schemas { results, definitions } = Schemas::referred_to_at(DEFINITIONS);
    let mut text = "// Requests and answers of the commands, made from their declarations: \
                    `BLESS=1 cargo test -p sole-web --test typescript`.\n"
        .to_owned();
    for (name, schema) in &definitions {
        let _ = write!(text, "\n{}export type {name} = {};\n", comment(schema), type_of(schema));
    }
    text.push_str("\n/** What a command takes, and the `result` of its answers. */\nexport interface Questions {\n");
    for (entry, result) in results {
        let request = catalogue::find(entry.name).expect("it is in the catalogue").request_schema();
        let request = indented(&type_of(&request.to_value()));
        let _ = writeln!(
            text,
            "  '{}': {{\n    request: {request};\n    result: {};\n  }};",
            entry.name,
            type_of(&result)
        );
    }
    text.push_str("}\n");
    text
}

fn indented(text: &str) -> String {
    text.replace('\n', "\n    ")
}

fn comment(schema: &Value) -> String {
    let about = schema["description"].as_str().map(|about| about.replace('\n', " "));
    about.map(|about| format!("/** {about} */\n")).unwrap_or_default()
}

/// A JSON Schema as a type of TypeScript.
fn type_of(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(values) = schema["enum"].as_array() {
        return union(values.iter().map(literal));
    }
    if let Some(value) = schema.get("const") {
        return literal(value);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(parts) = schema[key].as_array() {
            return union(parts.iter().map(type_of));
        }
    }
    match &schema["type"] {
        Value::Array(types) => union(types.iter().map(|one| named(one, schema))),
        Value::Null => "unknown".to_owned(),
        one => named(one, schema),
    }
}

fn named(name: &Value, schema: &Value) -> String {
    match name.as_str().unwrap_or_default() {
        "integer" | "number" => "number".to_owned(),
        "array" => {
            let item = type_of(&schema["items"]);
            if item.contains(" | ") { format!("({item})[]") } else { format!("{item}[]") }
        }
        "object" => object(schema),
        other => other.to_owned(),
    }
}

fn object(schema: &Value) -> String {
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    if let (true, Some(values)) = (properties.is_empty(), schema.get("additionalProperties")) {
        return format!("Record<string, {}>", type_of(values));
    }
    let required = schema["required"].as_array();
    let mut text = "{\n".to_owned();
    for (name, property) in properties {
        let is_required = required.is_some_and(|names| names.iter().any(|n| n == name));
        let mark = if is_required { "" } else { "?" };
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let quoted = if is_plain { name.clone() } else { format!("'{name}'") };
        let one = type_of(property).replace('\n', "\n  ");
        let about = comment(property).replace('\n', "\n  ");
        let _ = writeln!(text, "  {about}{quoted}{mark}: {one};");
    }
    text + "}"
}

fn union(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" | ")
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => format!("'{text}'"),
        other => other.to_string(),
    }
}
