//! The forms of answers, and why there is none.

mod support;

use datafusion::arrow::array::AsArray;
use datafusion::arrow::datatypes::Int64Type;
use datafusion::parquet::arrow::arrow_reader::ParquetRecordBatchReader;
use sole_atlas::{AtlasError, Damage, grow};
use sole_sql::{Column, Session, Settings, Sink, SqlError};
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::ControlFlow;
use support::{PAWN, SETTINGS, START_FEN, TestAtlas, csv, number, rows};

fn never_stop() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn table(session: &Session, query: &str) -> String {
    let mut text = Vec::new();
    session.answer(query, &mut Sink::Table(&mut text), &never_stop).expect(query);
    String::from_utf8(text).expect("text")
}

fn json_lines(session: &Session, query: &str) -> String {
    let mut text = Vec::new();
    session.answer(query, &mut Sink::JsonLines(&mut text), &never_stop).expect(query);
    String::from_utf8(text).expect("text")
}

#[test]
fn tables_have_numbers_to_the_right() {
    let test_atlas = TestAtlas::new(PAWN, 1);
    let session = test_atlas.session();
    let cases = [
        (
            "select diagram(position) as diagram, games, turn from layer(1) order by position limit 2",
            "diagram                games  turn\n\
             8/8/8/4k3/8/8/4P3/3K4      1  b\n\
             8/8/8/4k3/8/8/4P3/5K2      1  b\n",
        ),
        ("select 1 as number where false", "number\n"),
        ("select position from layer(0)", "position\n8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n"),
        ("select null as nothing, x'00ff' as bytes", "nothing  bytes\n         00ff\n"),
        (
            "select board(position) as board, men from layer(0)",
            "board            men\n\
             . . . . . . . .    3\n\
             . . . . . . . .\n\
             . . . . . . . .\n\
             . . . . k . . .\n\
             . . . . . . . .\n\
             . . . . . . . .\n\
             . . . . P . . .\n\
             . . . . K . . .\n",
        ),
    ];
    for (query, expected) in cases {
        assert_eq!(table(&session, query), expected, "{query}");
    }
}

#[test]
fn a_long_table_is_written_whole() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let text = table(&session, "select position, games from layer(3) order by games desc");
    assert_eq!(text.lines().count(), 1 + 5362);
    let games = text.lines().skip(1).map(|line| line.rsplit(' ').next().expect("a number"));
    assert_eq!(games.map(|games| games.parse::<u64>().expect("a number")).sum::<u64>(), 8902);
}

#[test]
fn csv_and_json_have_fens_and_nested_values() {
    let test_atlas = TestAtlas::new("7k/8/5K2/8/8/8/8/8 b - - 0 1", 1);
    let session = test_atlas.session();
    let query = "select position, successors(position) as next, unpack(position)['men'] as men, \
                 null as nothing, games, true as yes from layer(0)";
    let fens = ["8/7k/5K2/8/8/8/8/8 w - - 0 1", "6k1/8/5K2/8/8/8/8/8 w - - 0 1"];
    let start = "7k/8/5K2/8/8/8/8/8 b - - 0 1";
    let line = json_lines(&session, query);
    for fen in fens {
        assert!(line.contains(&format!("\"{fen}\"")), "{line}");
    }
    let head = format!("{{\"position\":\"{start}\",\"next\":[\"");
    assert!(line.starts_with(&head), "{line}");
    assert!(line.ends_with("\"],\"men\":2,\"nothing\":null,\"games\":1,\"yes\":true}\n"), "{line}");
    let text = csv(&session, query).expect(query);
    let head = format!("position,next,men,nothing,games,yes\n{start},\"[");
    assert!(text.starts_with(&head), "{text}");
    assert!(text.ends_with("]\",2,,1,true\n"), "{text}");
    assert_eq!(csv(&session, "select games from layer(0) where false").expect("csv"), "games\n");
    assert_eq!(json_lines(&session, "select games from layer(0) where false"), "");
}

#[test]
fn parquet_files_have_the_rows() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let path = test_atlas.folder.path().join("answer.parquet");
    let file = File::create(&path).expect("a file");
    let query = "select position, games from layer(3)";
    let answered = session.answer(query, &mut Sink::Parquet(&file), &never_stop).expect(query);
    let column = |name: &str, kind: &str| Column { name: name.to_owned(), kind: kind.to_owned() };
    assert_eq!(answered.rows, 5362);
    let expected = [column("position", "FixedSizeBinary(24)"), column("games", "Int64")];
    assert_eq!(answered.columns, expected);
    let reader = ParquetRecordBatchReader::try_new(File::open(&path).expect("a file"), 1 << 13);
    let (mut rows, mut games) = (0, 0);
    for batch in reader.expect("Parquet") {
        let batch = batch.expect("rows");
        rows += batch.num_rows();
        games += batch.column(1).as_primitive::<Int64Type>().values().iter().sum::<i64>();
    }
    assert_eq!((rows, games), (5362, 8902));
}

#[test]
fn errors_have_their_place() {
    let test_atlas = TestAtlas::new(START_FEN, 1);
    let session = test_atlas.session();
    let tables = "the tables are layer(n), as layer(6), and layers";
    // The question, the part of it that is pointed at, and what is told of it.
    let cases = [
        ("select form layer(1)", Some("("), "expected: end of statement, found: ("),
        ("select 1 +", None, "expected: an expression, found: EOF"),
        ("selec 1", Some("selec"), "expected: an SQL statement, found: selec"),
        ("select pieces from layer(1)", Some("pieces"), "column 'pieces' not found"),
        ("select men,\n  peices\nfrom layer(1)", Some("peices"), "column 'peices' not found"),
        ("select men from nowhere", Some("nowhere"), "table 'nowhere' not found"),
        ("select men from layer", Some("layer"), "table 'layer' not found"),
        ("select men from layer()", None, "layer() takes a number of plies, as layer(6)"),
        ("select men from layer('x')", None, "layer() takes a number of plies, as layer(6)"),
        ("select men from layer(-1)", None, "layer() takes a number of plies, as layer(6)"),
        (
            "select nofunction(men) from layer(1)",
            Some("nofunction"),
            "invalid function 'nofunction'",
        ),
        ("select 1; select 2", None, "2 statements, expected one question at a time"),
        ("", None, "0 statements, expected one question at a time"),
        ("create table x as select 1", None, "only questions are answered, nothing is changed"),
        ("copy (select 1) to 'x.csv'", None, "only questions are answered, nothing is changed"),
        ("create external table x stored as csv location 'x.csv'", None, "only questions"),
        ("insert into layers select * from layers", None, "only questions are answered"),
        ("set datafusion.execution.batch_size = 1", None, "only questions are answered"),
        ("select * from 'data.parquet'", None, "table 'data.parquet' not found"),
        ("select * from layer(1) tablesample system (10 percent)", None, "tablesample is not"),
        ("select * from (select 1 from layer(1) tablesample (5 rows))", None, "tablesample is not"),
        ("explain select * from layers tablesample (5 rows)", None, "tablesample is not supported"),
        ("select * from layer(1) for update", None, "for update is not supported"),
    ];
    for (query, pointed, expected) in cases {
        let error = csv(&session, query).expect_err(query);
        let told = error.to_string();
        assert!(told.contains(expected), "{query}: {told}");
        let (place, help) = match error {
            SqlError::Query { place, help, .. } => (place, help),
            _ => (None, Vec::new()),
        };
        if pointed.is_some() {
            assert_eq!(place.map(|place| &query[place]), pointed, "{query}: {told}");
        }
        let is_about_tables = told.starts_with("table '");
        assert_eq!(help.iter().any(|help| help == tables), is_about_tables, "{query}: {help:?}");
    }
}

#[test]
fn deep_queries_are_answered_or_rejected() {
    let test_atlas = TestAtlas::new(START_FEN, 0);
    let session = test_atlas.session();
    let sum = vec!["games"; 500].join(" + ");
    assert_eq!(number(&session, &format!("select {sum} from layer(0)")), 500);
    let brackets = format!("select {}1{}", "(".repeat(5000), ")".repeat(5000));
    let told = csv(&session, &brackets).expect_err("too deep").to_string();
    assert_eq!(told, "too many brackets inside each other");
}

#[test]
fn layers_that_cannot_be_read_are_named() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let refused = |query: &str| csv(&session, query).expect_err(query);
    let error = refused("select count(*) from layer(4)");
    assert!(matches!(error, SqlError::Atlas(AtlasError::Missing { ply: 4 })), "{error:?}");
    let layer = test_atlas.atlas.layer(3).expect("a layer");
    let path = test_atlas.atlas.file_path(3, &layer.files[0]);
    let whole = fs::read(&path).expect("a file");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    let cases = [
        (Some(changed), Damage::Hash),
        (
            Some(whole[1..].to_vec()),
            Damage::Length { expected: whole.len() as u64, actual: whole.len() as u64 - 1 },
        ),
        (None, Damage::Missing),
    ];
    for (bytes, expected) in cases {
        match bytes {
            Some(bytes) => fs::write(&path, bytes).expect("written"),
            None => fs::remove_file(&path).expect("removed"),
        }
        match refused("select count(*) from layer(3)") {
            SqlError::Atlas(AtlasError::Damaged { path: named, damage }) => {
                assert_eq!((&named, damage), (&path, expected));
            }
            error => panic!("{expected:?}: {error:?}"),
        }
    }
    fs::write(&path, &whole).expect("written");
    assert_eq!(number(&session, "select count(*) from layer(3)"), 5362);
}

#[test]
fn a_layer_that_is_being_made_is_not_there() {
    let test_atlas = TestAtlas::new(START_FEN, 1);
    let settings = sole_atlas::Settings { threads: 1, memory: 1 << 30 };
    let stopped = grow(&test_atlas.atlas, 2, settings, &|_| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(AtlasError::Stopped)), "{stopped:?}");
    let session = test_atlas.session();
    let error = csv(&session, "select count(*) from layer(2)").expect_err("not complete");
    assert!(matches!(error, SqlError::Atlas(AtlasError::Missing { ply: 2 })), "{error:?}");
    assert_eq!(number(&session, "select count(*) from layers"), 2);
}

#[test]
fn a_layer_after_the_end_of_all_games_has_no_rows() {
    let test_atlas = TestAtlas::new("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 1);
    let session = test_atlas.session();
    assert_eq!(number(&session, "select count(*) from layer(1)"), 0);
    assert_eq!(rows(&session, "select fen(position) from layer(1)"), Vec::<String>::new());
}

#[test]
fn threads_and_memory_change_no_answer() {
    let test_atlas = TestAtlas::new(START_FEN, 4);
    let query = "select diagram(position) as diagram, sum(games) as games from layer(4) \
                 group by 1 order by games desc, diagram";
    let whole = csv(&test_atlas.session(), query).expect(query);
    for settings in [
        Settings { threads: 1, ..SETTINGS },
        Settings { threads: 3, ..SETTINGS },
        Settings { threads: 1, memory: 6 << 20 },
        Settings { threads: 2, memory: 24 << 20 },
    ] {
        let session = Session::new(test_atlas.atlas.clone(), settings).expect("a session");
        let text = csv(&session, query).unwrap_or_else(|error| panic!("{settings:?}: {error}"));
        assert!(text == whole, "{settings:?}");
    }
    let least = Settings { threads: 1, memory: 1000 };
    let session = Session::new(test_atlas.atlas.clone(), least).expect("a session");
    let error = csv(&session, query).expect_err("too little");
    assert!(matches!(error, SqlError::Memory { .. }), "{error:?}");
}

#[test]
fn a_query_can_be_stopped() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let endless = "select count(*) from layer(3) as a, layer(3) as b, layer(3) as c \
                   where a.games + b.games + c.games = 0";
    let mut text = Vec::new();
    let stopped = session.answer(endless, &mut Sink::Csv(&mut text), &|| ControlFlow::Break(()));
    assert!(matches!(stopped, Err(SqlError::Stopped)), "{stopped:?}");
    assert_eq!(number(&session, "select count(*) from layer(3)"), 5362);
}

#[test]
fn a_failing_sink_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let test_atlas = TestAtlas::new(START_FEN, 1);
    let session = test_atlas.session();
    let query = "select * from layer(1)";
    let mut full = [Full, Full, Full];
    let [first, second, third] = &mut full;
    for mut sink in [Sink::Table(first), Sink::Csv(second), Sink::JsonLines(third)] {
        let error = session.answer(query, &mut sink, &never_stop).expect_err("full");
        let SqlError::Output(error) = error else { panic!("{error:?}") };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
