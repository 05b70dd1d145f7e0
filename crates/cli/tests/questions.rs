//! Requests in JSON, answered by `sole worker`, and their schemas.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

const ROOK: &str = "8/8/8/4k3/8/8/8/R3K3 w Q - 0 1";

/// What `sole worker` answers to a line; its standard input stays open until it ends.
fn ask(line: &str) -> Output {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_sole"));
    worker.args(["worker", "--json"]).stdin(Stdio::piped());
    let mut worker =
        worker.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut input = worker.stdin.take().expect("a pipe");
    writeln!(input, "{line}").expect("it reads");
    let output = worker.wait_with_output().expect("it ends");
    drop(input);
    output
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sole")).args(arguments).output().expect("it starts")
}

#[test]
fn a_worker_answers_as_the_command_line_does() {
    let cases: [(&[&str], Value); 4] = [
        (&["board", "moves", ROOK], json!({ "fen": ROOK })),
        (&["board", "moves", ROOK, "--attacks", "e5"], json!({ "fen": ROOK, "attacks": "e5" })),
        (&["board", "check", "8/9 w - -"], json!({ "fen": "8/9 w - -" })),
        (
            &["board", "unmoves", ROOK, "8/8/8/8/8/8/8/K1k5 w - - 0 1", "--uncapture", "-"],
            json!({ "fen": [ROOK, "8/8/8/8/8/8/8/K1k5 w - - 0 1"], "uncapture": "-" }),
        ),
    ];
    for (arguments, request) in cases {
        let command = arguments[..2].join(" ");
        let answered = ask(&json!({ "command": command, "request": request }).to_string());
        let expected = run(&[arguments, &["--json"]].concat());
        assert_eq!(answered.status.code(), expected.status.code(), "{request}");
        assert_eq!(
            String::from_utf8_lossy(&answered.stdout),
            String::from_utf8_lossy(&expected.stdout),
            "{request}"
        );
    }
}

#[test]
fn what_is_no_request_is_refused() {
    let cases = [
        ("", 3, "cannot read a request"),
        ("{", 3, "cannot read a request"),
        (r#"{"command":"board fly","request":{}}"#, 2, "there is no command 'board fly'"),
        (r#"{"command":"board moves","request":{}}"#, 2, "the parameter 'fen' is missing"),
        (r#"{"command":"board moves","request":{},"shell":"x"}"#, 3, "unknown field"),
    ];
    for (line, exit, expected) in cases {
        let answered = ask(line);
        let text = String::from_utf8_lossy(&answered.stdout);
        assert_eq!(answered.status.code(), Some(exit), "{line}: {text}");
        assert!(text.contains(expected), "{line}: {text}");
    }
}

#[test]
fn schemas_describe_requests_and_answers() {
    let one = run(&["schema", "board", "moves"]);
    let schema: Value = serde_json::from_slice(&one.stdout).expect("JSON");
    assert_eq!(schema["request"]["properties"]["checks"]["type"], "boolean", "{schema}");
    assert_eq!(schema["request"]["required"], json!(["fen"]), "{schema}");
    assert_eq!(schema["summary"], "List the legal moves");
    assert!(schema["result"]["anyOf"].is_array(), "{schema}");
    let all = run(&["schema", "--json"]);
    let all: Value = serde_json::from_slice(&all.stdout).expect("JSON");
    assert!(all["result"].as_array().is_some_and(|all| all.contains(&schema)), "{all}");
    let unknown = run(&["schema", "board", "move"]);
    assert_eq!(unknown.status.code(), Some(2));
    let text = String::from_utf8_lossy(&unknown.stderr);
    assert!(text.contains("did you mean 'board moves'?"), "{text}");
}
