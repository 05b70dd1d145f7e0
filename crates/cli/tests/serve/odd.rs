//! Every parameter of every address of the OpenAPI document, with values that nobody would expect:
//! whatever comes back is an answer or a complaint as the document has it.

use crate::api::{Query, copy};
use crate::workshop::{Reply, Server, folder, quoted};
use serde_json::{Value, json};

/// Values as they stand in an address: empty, flags, numbers beyond all bounds, signs that break
/// lines, names of files, and what is no text at all.
fn odd_texts() -> Vec<String> {
    let texts = [
        "",
        "--help",
        "-",
        "-1",
        "18446744073709551615",
        "99999999999999999999999999999999999999999",
    ];
    let signs = "\u{202e}é\"'<&>\r\nX-Injected: yes\r\n\t../../../etc/passwd";
    let mut values: Vec<String> = texts.map(quoted).into();
    values.extend([quoted(signs), "%00".to_owned(), "%FF%FE".to_owned(), "%".to_owned()]);
    values.push("8".repeat(5000));
    values
}

/// Values as they stand in an object of JSON.
fn odd_values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(1e308),
        json!([]),
        json!([[1]]),
        json!({"x": 1}),
        json!("\0"),
        json!(["--help", ""]),
    ]
}

/// What the document has of one address and method.
struct Operation<'a> {
    document: &'a Value,
    path: &'a str,
    method: &'a str,
    said: &'a Value,
}

impl Operation<'_> {
    /// The requests with one odd value each, as the target and the body.
    fn requests(&self) -> Vec<(String, String)> {
        let parameters = self.said["parameters"].as_array().into_iter().flatten();
        let names = parameters.map(|parameter| parameter["name"].as_str().expect("a name"));
        let targets = names.flat_map(|name| {
            odd_texts().into_iter().map(move |value| (self.target(name, value), String::new()))
        });
        let schema = &self.said["requestBody"]["content"]["application/json"]["schema"];
        let example = &schema["examples"][0];
        let names = schema["properties"].as_object().or(example.as_object());
        let bodies = names.into_iter().flatten().flat_map(|(name, _)| {
            odd_values().into_iter().map(move |value| {
                let mut object = example.clone();
                object[name] = value;
                (self.path.to_owned(), object.to_string())
            })
        });
        targets.chain(bodies).collect()
    }

    fn target(&self, name: &str, value: String) -> String {
        let mut query = Query::example(self.path, self.said);
        query.set(name, value);
        query.target()
    }

    fn ask(&self, server: &Server, target: &str, body: &str) -> Reply {
        match self.method {
            "post" => server.post(target, body),
            "delete" => server.delete(target),
            _ => server.get(target),
        }
    }

    /// What the document has of a status.
    fn response(&self, status: u16) -> &Value {
        let said = &self.said["responses"][status.to_string()];
        let elsewhere = said["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
        elsewhere.map_or(said, |place| self.document.pointer(place).expect("a component"))
    }

    /// The status and the type are in the document, and what is refused is refused in an envelope.
    fn check(&self, reply: &Reply, shown: &str) {
        let said = &self.response(reply.status)["content"];
        let kind = reply.media_type();
        assert!(said[kind].is_object(), "{shown}: {} {kind} {}", reply.status, reply.text());
        assert!(reply.status < 500, "{shown}: {} {}", reply.status, reply.text());
        assert!(reply.header("x-injected").is_none(), "{shown}");
        if reply.status >= 400 {
            let body = reply.json();
            let envelope = body.get(0).unwrap_or(&body);
            assert_eq!(
                (&envelope["schema"], &envelope["status"]),
                (&json!("sole/1"), &json!("error"))
            );
            let [kind, message] = ["kind", "message"].map(|name| envelope["error"][name].as_str());
            assert!(kind.is_some_and(|kind| !kind.is_empty()), "{shown}: {body}");
            assert!(message.is_some_and(|message| !message.is_empty()), "{shown}: {body}");
        }
    }
}

#[test]
fn odd_values_are_answered_or_refused_as_the_document_says() {
    let data = tempfile::tempdir().expect("a folder");
    copy(folder(), data.path());
    // Commands mind their time; how long a busy machine takes to start them does not matter here.
    let limits = ["--rate", "100000", "--time", "0.2", "--grace", "600"];
    let server = Server::start(data.path(), &limits);
    let document = server.get("/api/openapi.json").json();
    let (mut asked, mut refused) = (0, 0);
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, said) in item.as_object().expect("methods") {
            let operation = Operation { document: &document, path, method, said };
            for (target, body) in operation.requests() {
                let reply = operation.ask(&server, &target, &body);
                operation.check(&reply, &format!("{method} {target:.300} {body:.300}"));
                asked += 1;
                refused += usize::from(reply.status >= 400);
            }
        }
    }
    assert!(asked > 2000 && refused > asked / 2, "{refused} of {asked} were refused");
    assert_eq!((server.counter("requests_running"), server.counter("answers_5xx")), (0, 0));
}
