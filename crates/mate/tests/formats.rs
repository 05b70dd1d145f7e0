//! Texts that are almost problems: readers refuse them with a line, and never fail otherwise.

#[path = "formats/laws.rs"]
mod laws;

const OLIVE: &str = "---
authors: ['Ugren, L.', \"O\\n\\x41\"]
source:
  name: feenschach
  date: {year: 1965, month: 2}
algebraic:
  white: [Kc7, Qg1, Ra6, Sd3]
  black:
  - Ka2
  - Ra5
stipulation: '#2'
options: [SetPlay, Defence 1, NoCastling a1]
solution: |2-
   1.Qb6 !

  end
comments:
- one
  two # x
---
algebraic: {}
stipulation: h#2
";

const POPEYE: &str = "BeginProblem
Author A. Author
Stipulation h#2.5
Option EnPassant g7g6g5 Intelligent 2
Pieces White Kf1 Sb4a1
  Black Kh8, Ra8
Remark end
NextProblem Stip #2 Forsyth 7k48S4K EndProblem
";

const LICHESS: &str = "000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,\
                       e8f7 e2e6,1560,76,91,581,\"mate \"\"x\"\"\",https://lichess.org/x,A B\n";

/// The text with a few of its characters left out, doubled, exchanged or replaced.
fn spoiled(text: &str, rng: &mut fastrand::Rng) -> String {
    let signs = [
        ' ', '\n', '\t', '\'', '"', '[', '{', '|', '-', ':', '#', '\\', 'é', '王', '9', ',',
        '\u{85}', '\u{feff}',
    ];
    let mut text: Vec<char> = text.chars().collect();
    for _ in 0..=rng.usize(0..4) {
        let (at, other) = (rng.usize(0..text.len()), rng.usize(0..text.len()));
        match rng.u8(0..5) {
            0 if text.len() > 1 => drop(text.remove(at)),
            0 => {}
            1 => text.insert(at, signs[rng.usize(0..signs.len())]),
            2 => text[at] = signs[rng.usize(0..signs.len())],
            3 => text.swap(at, other),
            _ => text.truncate(at + 1),
        }
    }
    text.into_iter().collect()
}

#[test]
fn spoiled_texts_are_read_or_refused() {
    type Law = fn(&str) -> usize;
    let cases: [(&str, &str, Law); 3] = [
        ("olive", OLIVE, laws::olive),
        ("popeye", POPEYE, laws::popeye),
        ("lichess", LICHESS, laws::lichess),
    ];
    for (format, text, law) in cases {
        assert_eq!(law(text), 0, "{format}");
        let mut rng = fastrand::Rng::with_seed(5);
        let refused = (0..20_000).filter(|_| law(&spoiled(text, &mut rng)) > 0).count();
        assert!((4_000..20_000).contains(&refused), "{format}: {refused} refused");
    }
}
