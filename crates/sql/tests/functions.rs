//! Functions of positions, against the rules of chess.

mod support;

use sole_board::{PackedPosition, Position};
use support::{PAWN, START_FEN, TestAtlas, csv, number, rows};

#[test]
fn functions_agree_on_every_position() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let laws = [
        "pack(fen(position)) = position",
        "diagram(position) = split_part(fen(position), ' ', 1)",
        "unpack(position)['placement'] = diagram(position)",
        "unpack(position)['turn'] = turn",
        "unpack(position)['castling'] = split_part(fen(position), ' ', 3)",
        "unpack(position)['en_passant'] = split_part(fen(position), ' ', 4)",
        "unpack(position)['men'] = men",
        "unpack(position)['material'] = material",
        "array_length(successors(position)) = moves",
        "replace(replace(board(position), ' ', ''), '.', '') <> ''",
        "length(board(position)) = 8 * 16 - 1",
    ];
    for law in laws {
        for ply in 0..=3 {
            let query = format!("select count(*) from layer({ply}) where ({law}) is not true");
            assert_eq!(number(&session, &query), 0, "{query}");
        }
    }
}

#[test]
fn successors_of_a_layer_are_the_next_one() {
    for (start, plies) in [(START_FEN, 3), (PAWN, 5)] {
        let test_atlas = TestAtlas::new(start, plies);
        let session = test_atlas.session();
        for ply in 0..plies {
            let query = format!(
                "select count(*) from (select child, sum(games) as games from \
                 (select unnest(successors(position)) as child, games from layer({ply})) \
                 group by child) as made join layer({}) as kept \
                 on made.child = kept.position and made.games = kept.games",
                ply + 1
            );
            let all = number(&session, &format!("select count(*) from layer({})", ply + 1));
            assert_eq!(number(&session, &query), all, "{start}: {query}");
        }
    }
}

#[test]
fn a_position_is_found_by_its_fen() {
    let test_atlas = TestAtlas::new(START_FEN, 3);
    let session = test_atlas.session();
    let fen = "rnbqkb1r/pppppppp/5n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let query = format!("select games, men from layer(3) where position = pack('{fen}')");
    assert_eq!(rows(&session, &query), ["2,32"]);
}

/// How many row groups of layer 5 there are, and how many are read where a condition holds.
fn groups_read(session: &sole_sql::Session, condition: &str) -> (u32, u32) {
    let query = format!("explain analyze select games from layer(5) where {condition}");
    let plan = csv(session, &query).expect(&query);
    let told = plan.split("row_groups_pruned_statistics=").nth(1).expect("what was left out");
    let mut numbers = told.split(|letter: char| !letter.is_ascii_digit());
    let mut next = || numbers.find_map(|digits| digits.parse().ok()).expect("a number");
    (next(), next())
}

#[test]
fn a_position_is_looked_for_in_the_row_groups_that_can_have_it() {
    let test_atlas = TestAtlas::new(START_FEN, 5);
    let session = test_atlas.session();
    let hex = |place| {
        let query = format!(
            "select encode(position, 'hex') from layer(5) order by position offset {place} limit 1"
        );
        rows(&session, &query).concat()
    };
    let (first, other) = (hex(0), hex(600_000));
    let (all, one) = groups_read(&session, &format!("position = x'{other}'"));
    assert!(all > 2 && one == 1, "{one} of {all}");
    let cases = [
        (format!("x'{first}' = position"), 1, 1),
        (format!("position <= x'{first}'"), 1, 1),
        (format!("position < x'{first}'"), 1, 0),
        (format!("position in (x'{first}', x'{other}')"), 2, 2),
        (format!("position = x'{first}' or games = 0"), all, 1),
        (format!("position >= x'{first}'"), all, 822_518),
        (format!("position <> x'{first}'"), all, 822_517),
        (format!("position > x'{other}' and games > 0"), all, 222_517),
    ];
    for (condition, groups, positions) in cases {
        let query = format!("select count(*) from layer(5) where {condition}");
        assert_eq!(number(&session, &query), positions, "{condition}");
        let (_, read) = groups_read(&session, &condition);
        assert!(read <= groups, "{condition}: {read} of {all}");
    }
}

#[test]
fn functions_take_constants_and_nulls() {
    let test_atlas = TestAtlas::new(START_FEN, 0);
    let session = test_atlas.session();
    let packed = PackedPosition::new(&Position::initial()).expect("packs");
    let hex: String = packed.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let placement = START_FEN.split(' ').next().expect("men");
    let cases = [
        (format!("fen(x'{hex}')"), START_FEN.to_owned()),
        (format!("diagram(x'{hex}')"), placement.to_owned()),
        (format!("pack('{START_FEN}')"), START_FEN.to_owned()),
        (format!("encode(pack('{START_FEN}'), 'hex')"), hex),
        (format!("array_length(successors(pack('{START_FEN}')))"), "20".to_owned()),
        ("unpack(pack('8/8/8/8/8/8/8/K1k5 w - -'))['material']".to_owned(), "KvK".to_owned()),
        ("fen(null) is null".to_owned(), "true".to_owned()),
        ("pack(null) is null".to_owned(), "true".to_owned()),
        ("successors(null) is null".to_owned(), "true".to_owned()),
        ("unpack(null) is null".to_owned(), "true".to_owned()),
        ("unpack(null)['men'] is null".to_owned(), "true".to_owned()),
    ];
    for (expression, expected) in cases {
        assert_eq!(rows(&session, &format!("select {expression}")), [expected], "{expression}");
    }
}

#[test]
fn bytes_that_are_no_position_are_rejected() {
    let test_atlas = TestAtlas::new(START_FEN, 0);
    let session = test_atlas.session();
    let zeros = "00".repeat(24);
    let ones = "ff".repeat(24);
    let expects = "takes a position: that of a layer, pack('FEN'), or 24 bytes as x'…'";
    let cases = [
        ("fen(x'00ff')".to_owned(), "fen(x'00ff'): a position has 24 bytes, not 2".to_owned()),
        (format!("fen(x'{ones}')"), format!("fen(x'{ones}'): 64 men, a packed position holds 32")),
        (
            format!("successors(x'{zeros}')"),
            "successors(8/8/8/8/8/8/8/8 w - - 0 1): without kings they have no 24 bytes".to_owned(),
        ),
        ("diagram('a text')".to_owned(), format!("diagram() {expects}")),
        ("unpack(1)".to_owned(), format!("unpack() {expects}")),
        ("board()".to_owned(), format!("board() {expects}")),
        (
            "pack(x'00')".to_owned(),
            "pack() takes a FEN: pack('8/8/8/8/8/8/8/K1k5 w - -')".to_owned(),
        ),
        ("pack('K1k5')".to_owned(), "pack('K1k5'): ".to_owned()),
        (
            "pack('8/8/8/8/8/8/8/Kk6 w - -')".to_owned(),
            "pack('8/8/8/8/8/8/8/Kk6 w - -'): unplayable position: ".to_owned(),
        ),
    ];
    for (expression, expected) in cases {
        for query in [
            format!("select {expression}"),
            format!("select * from layer(0) where ({expression}) is not null"),
        ] {
            let told = csv(&session, &query).expect_err(&query).to_string();
            assert!(told.contains(&expected), "{query}: {told}");
        }
    }
}
