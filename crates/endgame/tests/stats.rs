//! Statistics of whole endings against published ones.

mod built;
#[path = "../../board/tests/reference/mod.rs"]
mod reference;

use built::Built;
use reference::{lines, own, shared};
use sole_board::{Color, Diagram, Faults, Piece, Position, Role, Setup, Square};
use sole_endgame::{
    BishopColors, Conclusion, Exceptions, Outcomes, Plan, Stats, Value, WinShare, endings,
};

/// The endings of four men that are counted in every run.
const SOME_OF_FOUR: [&str; 6] = ["KBBvK", "KBNvK", "KQvKR", "KRvKN", "KRvKR", "KPPvK"];

const COUNTS: &str = "endgame-counts.csv";
const LONGEST: &str = "longest-mates.csv";

/// `18081;0;0;0;2896;25160`; the published counts tell like men apart.
fn counts(stats: &Stats) -> String {
    let side = |turn| {
        let Outcomes { win, draw, loss } = stats.plain.told_apart(turn);
        format!("{win};{draw};{loss}")
    };
    Color::ALL.map(side).join(";")
}

/// `16;-`. Where both sides have the same men, Black's column has nothing to add.
fn longest(stats: &Stats) -> String {
    let even = stats.material == stats.material.flipped();
    let side = |turn| {
        let longest = stats.plain.longest_win(turn).filter(|_| !even || turn == Color::White);
        longest.map_or("-".to_owned(), |longest| longest.moves.to_string())
    };
    Color::ALL.map(side).join(";")
}

/// How many rows of a file about built endings agree; panics on one that does not.
fn compare(text: &str, built: &Built, names: &[String], actual: fn(&Stats) -> String) -> usize {
    let rows = lines(text).map(|line| line.split_once(';').expect(line));
    let wanted = rows.filter(|(name, _)| names.iter().any(|one| one == name));
    wanted.map(|(name, row)| assert_eq!(actual(&built.stats(name)), row, "{name}")).count()
}

/// Rows in the project's own tables of counts and of longest mates.
const OWN_ROWS: [usize; 2] = [9, 11];

fn compare_all(names: &[String], shared_rows: [usize; 2]) {
    let built = Built::with(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let files = [(COUNTS, counts as fn(&Stats) -> String), (LONGEST, longest)];
    for (number, (file, actual)) in files.into_iter().enumerate() {
        assert_eq!(compare(&own(file), &built, names, actual), OWN_ROWS[number], "{file}");
        if let Some(text) = shared(&format!("facts/{file}")) {
            assert_eq!(compare(&text, &built, names, actual), shared_rows[number], "{file}");
        }
    }
}

#[test]
fn three_men_and_some_of_four_are_as_published() {
    let three = endings(3).into_iter().map(|ending| ending.to_string());
    let names: Vec<String> = three.chain(SOME_OF_FOUR.map(str::to_owned)).collect();
    compare_all(&names, OWN_ROWS);
}

/// Counts are on the heap: in code that is not optimised, each of their moves is a copy.
#[test]
fn counting_needs_little_of_the_stack() {
    const STACK: usize = 128 << 10;
    let built = Built::with(&["KRvK"]);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(STACK).build();
    let stats = pool.expect("threads can be started").install(|| built.stats("KRvK"));
    assert_eq!(longest(&stats), "16;-");
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn all_of_three_and_four_men_are_as_published() {
    let names: Vec<String> = (3..=4).flat_map(endings).map(|ending| ending.to_string()).collect();
    compare_all(&names, [21, 35]);
}

/// Seven gigabytes and most of an hour, unless `SOLE_TABLES` names a folder that has them.
#[test]
#[ignore = "slow tier: make test-slow"]
fn all_of_five_men_are_as_published() {
    let Some(text) = shared(&format!("facts/{LONGEST}")) else { return };
    let built = Built::kept();
    built.add(&Plan::for_endings(endings(5)));
    let names: Vec<String> = endings(5).iter().map(ToString::to_string).collect();
    assert_eq!(compare(&text, &built, &names, longest), 110);
}

#[test]
fn conclusions_are_what_the_positions_say() {
    let built = Built::with(&["KQvK", "KRvK", "KBvK", "KPvK", "KRvKR", "KQvKB"]);
    let cases = [
        (
            "KRvK",
            Conclusion::Favours {
                winner: Color::White,
                on_move: WinShare::Everything { positions: 21_959 },
                in_reply: WinShare::UnlessSaved {
                    positions: 28_056,
                    captures: 2_787,
                    stalemates: 9,
                },
            },
        ),
        (
            "KvKQ",
            Conclusion::Favours {
                winner: Color::Black,
                on_move: WinShare::Everything { positions: 18_081 },
                in_reply: WinShare::UnlessSaved {
                    positions: 28_056,
                    captures: 2_787,
                    stalemates: 109,
                },
            },
        ),
        ("KBvK", Conclusion::Drawn),
        (
            "KPvK",
            Conclusion::Favours {
                winner: Color::White,
                on_move: WinShare::Some { positions: 81_664, won: 62_480 },
                in_reply: WinShare::Some { positions: 84_012, won: 48_802 },
            },
        ),
        (
            "KRvKR",
            Conclusion::Even {
                mover: WinShare::Some { positions: 1_347_906, won: 392_459 },
                opponent: WinShare::Some { positions: 1_347_906, won: 9_058 },
            },
        ),
        (
            "KQvKB",
            Conclusion::Favours {
                winner: Color::White,
                on_move: WinShare::UnlessSaved {
                    positions: 1_119_216,
                    captures: 3_435,
                    stalemates: 27,
                },
                in_reply: WinShare::Some { positions: 1_479_198, won: 1_137_179 },
            },
        ),
    ];
    for (name, expected) in cases {
        assert_eq!(built.stats(name).conclusion, expected, "{name}");
    }
}

/// What a board of three men is counted by: White's king, White's man, Black's king.
type Squares = [usize; 3];

/// The images of a board, itself among them: eight without pawns, two with.
fn images(board: Squares, symmetries: u8) -> impl Iterator<Item = Squares> {
    (0..symmetries).map(move |symmetry| {
        board.map(|square| {
            let (mut file, mut rank) = (square % 8, square / 8);
            file = if symmetry & 1 != 0 { 7 - file } else { file };
            rank = if symmetry & 2 != 0 { 7 - rank } else { rank };
            if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
        })
    })
}

fn place(board: Squares, role: Role, turn: Color) -> Option<Position> {
    let men = [(Color::White, Role::King), (Color::White, role), (Color::Black, Role::King)];
    let mut diagram = Diagram::EMPTY;
    for (square, (color, role)) in board.into_iter().zip(men) {
        diagram.put(Square::new(square as u8).expect("below 64"), Piece { color, role });
    }
    let setup = Setup { diagram, turn, ..Setup::EMPTY };
    Position::new(setup, Faults::WAIVABLE).ok().filter(|_| diagram.occupied().len() == 3)
}

/// Every board, placed man by man and asked about one by one, against the walk.
#[test]
fn all_boards_of_three_men_are_counted() {
    let built = Built::with(&["KQvK", "KRvK", "KPvK"]);
    for (name, role, symmetries) in
        [("KQvK", Role::Queen, 8), ("KRvK", Role::Rook, 8), ("KPvK", Role::Pawn, 2)]
    {
        let stats = built.stats(name);
        for turn in Color::ALL {
            let mut unique = Outcomes::default();
            let mut by_king = [[Outcomes::default(); 64]; 2];
            let mut stalemates = 0;
            for number in 0..64 * 64 * 64 {
                let board = [number / 4096, number / 64 % 64, number % 64];
                let Some(position) = place(board, role, turn) else { continue };
                let first = u64::from(images(board, symmetries).all(|image| image >= board));
                let value = built.tables.probe(&position).expect("it is built");
                let count = |outcomes: &mut Outcomes, boards| match value {
                    Value::Win(_) => outcomes.win += boards,
                    Value::Draw => outcomes.draw += boards,
                    Value::Loss(_) => outcomes.loss += boards,
                };
                count(&mut by_king[0][board[0]], 1);
                count(&mut by_king[1][board[2]], 1);
                count(&mut unique, first);
                let ended = !position.has_moves() && !position.is_check();
                stalemates += first * u64::from(ended);
            }
            assert_eq!(by_king_of(&stats, turn), by_king, "{name} {turn:?}");
            assert_eq!(stats.plain.boards(turn), by_king[0].into_iter().sum(), "{name} {turn:?}");
            assert_eq!(stats.plain.outcomes(turn), unique, "{name} {turn:?}");
            assert_eq!(stats.plain.stalemates(turn), stalemates, "{name} {turn:?}");
        }
    }
}

fn by_king_of(stats: &Stats, turn: Color) -> [[Outcomes; 64]; 2] {
    let at = |king, square| {
        stats.plain.boards_with_king(turn, king, Square::new(square as u8).expect("below 64"))
    };
    Color::ALL.map(|king| std::array::from_fn(|square| at(king, square)))
}

/// With the colours exchanged, the maps change places and are turned over.
#[test]
fn kings_of_exchanged_colours_stand_on_flipped_squares() {
    let built = Built::with(&["KPvK", "KRvKR"]);
    for (name, exchanged) in [("KPvK", "KvKP"), ("KRvKR", "KRvKR")] {
        let [stats, exchanged] = [name, exchanged].map(|name| built.stats(name));
        for turn in Color::ALL {
            let [white, black] = by_king_of(&stats, turn);
            let flipped = |map: [Outcomes; 64]| std::array::from_fn(|square| map[square ^ 56]);
            assert_eq!(by_king_of(&exchanged, !turn), [black, white].map(flipped), "{name}");
        }
    }
}

/// Boards by their men in any order, counted by an independent solver with like men told apart.
#[test]
fn two_bishops_are_counted_apart_by_the_colours_of_their_squares() {
    let built = Built::with(&["KBBvK"]);
    let stats = built.stats("KBBvK");
    let [opposite, same] = stats.bishops[..] else { panic!("{:?}", stats.bishops) };
    assert_eq!((opposite.colors, same.colors), (BishopColors::Opposite, BishopColors::Same));
    let boards = |class: sole_endgame::Bishops| class.boards(Color::White);
    let ordered = |Outcomes { win, draw, loss }| [2 * win, 2 * draw, 2 * loss];
    assert_eq!(ordered(boards(opposite)), [5_007_216, 1_040, 0]);
    assert_eq!(ordered(boards(same)), [0, 5_155_800, 0]);
    for turn in Color::ALL {
        let sum = |count: fn(&sole_endgame::Bishops, Color) -> Outcomes| {
            stats.bishops.iter().map(|class| count(class, turn)).sum::<Outcomes>()
        };
        assert_eq!(sum(sole_endgame::Bishops::outcomes), stats.plain.outcomes(turn), "{turn:?}");
        assert_eq!(sum(sole_endgame::Bishops::boards), stats.plain.boards(turn), "{turn:?}");
        let told_apart = sum(sole_endgame::Bishops::told_apart);
        assert_eq!(told_apart, stats.plain.told_apart(turn), "{turn:?}");
    }
    let sorted = stats.exceptions(Some(BishopColors::Opposite), Color::White, Color::White);
    let sorted = sorted.expect("few exceptions");
    assert_eq!(sorted.positions(), opposite.outcomes(Color::White).draw);
    assert_eq!(stats.exceptions(None, Color::White, Color::White), None);
}

/// The boards of each class.
fn sorted_boards(exceptions: &Exceptions) -> [u64; 3] {
    exceptions.classes().map(|(_, class)| class.boards)
}

/// Figures of an independent solver, all images counted.
#[test]
fn exceptions_of_bishop_and_knight_are_sorted() {
    let built = Built::with(&["KBNvK"]);
    let stats = built.stats("KBNvK");
    let sorted = stats.exceptions(None, Color::White, Color::White).expect("few exceptions");
    assert_eq!(sorted_boards(sorted), [40_184, 2_200, 10_936]);
    for (name, class) in sorted.classes() {
        let example = class.example.expect(name);
        assert_eq!(plain_class(&example, Color::White), name, "{example}");
        assert_eq!(built.tables.probe(&example).expect("it is built"), Value::Draw, "{example}");
    }
    let setup: Setup = "8/8/8/8/8/5k2/8/K1B4N w - -".parse().expect("a FEN");
    let later = Position::try_from(setup).expect("a legal position");
    assert_eq!(built.tables.probe(&later).expect("it is built"), Value::Draw);
    assert_eq!(plain_class(&later, Color::White), "later");
}

/// How the win is lost, by moves played one after the other.
fn plain_class(position: &Position, winner: Color) -> &'static str {
    if position.turn() != winner {
        return plain_rescue(position);
    }
    let after = position.moves().into_iter().map(|m| plain_rescue(&position.after(m)));
    let after: Vec<&str> = after.collect();
    match after {
        _ if after.contains(&"later") => "later",
        _ if after.is_empty() || after.contains(&"stalemate") => "stalemate",
        _ => "capture",
    }
}

fn plain_rescue(position: &Position) -> &'static str {
    let moves = position.moves();
    match moves.is_empty() {
        _ if moves.iter().any(|&m| position.is_capture(m)) => "capture",
        true if !position.is_check() => "stalemate",
        _ => "later",
    }
}

/// Every board with these men beside the kings, asked about one by one.
fn compare_exceptions(built: &Built, name: &str, men: &[Role]) {
    let stats = built.stats(name);
    for turn in Color::ALL {
        let mut counted = [0; 3];
        let mut count = |position: Position| {
            let value = built.tables.probe(&position).expect("it is built");
            if !matches!(
                (value, turn),
                (Value::Win(_), Color::White) | (Value::Loss(_), Color::Black)
            ) {
                let class = plain_class(&position, Color::White);
                let names = Exceptions::default().classes().map(|(name, _)| name);
                counted[names.iter().position(|name| *name == class).expect(class)] += 1;
            }
        };
        let kings = [(Color::White, Role::King), (Color::Black, Role::King)];
        let men = men.iter().map(|&role| (Color::White, role)).chain(kings);
        every_board(&men.collect::<Vec<_>>(), Setup { turn, ..Setup::EMPTY }, &mut count);
        let sorted = stats.exceptions(None, Color::White, turn).map(sorted_boards);
        assert!(sorted.is_none_or(|sorted| sorted == counted), "{name} {turn:?} {counted:?}");
        assert!(sorted.is_some() || turn == Color::Black, "{name}");
    }
}

/// How a win begins, by moves played one after the other; with the other side to move the last
/// way that it can choose.
fn plain_beginning(position: &Position, value: Value) -> &'static str {
    let after = |position: &Position| {
        let moves = position.moves();
        match () {
            () if moves.iter().any(|&m| position.is_capture(m)) => "capture",
            () if moves.iter().any(|m| m.to_string().len() == 5) => "promotion",
            () => "later",
        }
    };
    let replies = || position.moves().into_iter().map(|m| after(&position.after(m)));
    match value {
        Value::Win(1) | Value::Loss(0 | 1) => "mate",
        Value::Win(_) => after(position),
        _ if replies().any(|class| class == "later") => "later",
        _ if replies().any(|class| class == "promotion") => "promotion",
        _ => "capture",
    }
}

#[test]
fn wins_in_drawn_endings_are_sorted() {
    let built = Built::with(&["KBvKN", "KNvKP"]);
    // Who wins some positions with either side to move, and those of the first class.
    for (name, sides) in [("KBvKN", 4), ("KNvKP", 0), ("KPvKN", 0), ("KNvKB", 4)] {
        let stats = built.stats(name);
        let mut listed = 0;
        for (winner, turn) in Color::ALL.map(|w| Color::ALL.map(|t| (w, t))).concat() {
            let Some(decided) = stats.decided(winner, turn) else { continue };
            listed += 1;
            let (outcomes, boards) = (stats.plain.outcomes(turn), stats.plain.boards(turn));
            let won = |Outcomes { win, loss, .. }| if winner == turn { win } else { loss };
            assert_eq!(decided.positions(), won(outcomes), "{name} {winner:?} {turn:?}");
            let all: u64 = decided.classes().iter().map(|(_, class)| class.boards).sum();
            assert_eq!(all, won(boards), "{name} {winner:?} {turn:?}");
            let at_once = stats.plain.histogram(turn).filter(|(value, _)| match winner == turn {
                true => *value == Value::Win(1),
                false => matches!(value, Value::Loss(0 | 1)),
            });
            let at_once: u64 = at_once.map(|(_, positions)| positions).sum();
            assert_eq!(decided.mates.positions, at_once, "{name} {winner:?} {turn:?}");
            for (class_name, class) in decided.classes() {
                assert_eq!(class.example.is_some(), class.positions > 0, "{name} {class_name}");
                let Some(example) = class.example else { continue };
                let value = built.tables.probe(&example).expect("it is built");
                assert_eq!(plain_beginning(&example, value), class_name, "{name} {example}");
            }
        }
        assert_eq!(listed, sides, "{name}");
    }
}

/// Men of different kinds placed in every way.
fn every_board(men: &[(Color, Role)], setup: Setup, visit: &mut dyn FnMut(Position)) {
    let Some((&(color, role), rest)) = men.split_first() else {
        return Position::new(setup, Faults::WAIVABLE).into_iter().for_each(visit);
    };
    for square in !setup.diagram.occupied() {
        let mut setup = setup;
        setup.diagram.put(square, Piece { color, role });
        every_board(rest, setup, visit);
    }
}

#[test]
fn exceptions_of_three_men_agree_with_a_plain_search() {
    let built = Built::with(&["KPvK"]);
    compare_exceptions(&built, "KPvK", &[Role::Pawn]);
}

#[test]
#[ignore = "slow tier: make test-slow"]
fn exceptions_of_bishop_and_knight_agree_with_a_plain_search() {
    let built = Built::with(&["KBNvK"]);
    compare_exceptions(&built, "KBNvK", &[Role::Bishop, Role::Knight]);
}
