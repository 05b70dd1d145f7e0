//! The laws of texts and diagrams on mutated texts, the same in every run.

mod laws;

use fastrand::Rng;

/// Texts with a few characters changed, left out or put in, or with a piece of another.
fn mutated(texts: &[&str], letters: &str, random: &mut Rng) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let mut text: Vec<char> = texts[random.usize(..texts.len())].chars().collect();
    for _ in 0..random.usize(..4) {
        let at = random.usize(..=text.len());
        match random.u8(..4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => text[at] = letters[random.usize(..letters.len())],
            2 => text.insert(at, letters[random.usize(..letters.len())]),
            _ => {
                let other: Vec<char> = texts[random.usize(..texts.len())].chars().collect();
                text.truncate(at);
                text.extend(other.iter().skip(at));
            }
        }
    }
    text.into_iter().collect()
}

fn check(cases: usize, texts: &[&str], letters: &str, law: impl Fn(&str)) {
    let mut random = Rng::with_seed(12);
    for _ in 0..cases {
        law(&mutated(texts, letters, &mut random));
    }
}

#[test]
fn lengths() {
    let texts = ["8", "PG 4.0", "pg12.5", "4.5", " 200 ", "PG 100", "0", "65536", "PG 32768.5"];
    check(20_000, &texts, "0123456789. pPgG-+é\u{2007}", laws::length);
}

#[test]
fn last_moves() {
    let texts = [
        "5.Qxe4#",
        "3...Bf6+",
        "O-O",
        "0-0-0#",
        "6.gxf8=N#",
        "4...b5#",
        "a8=Q",
        "exd6",
        "7.Ka3#",
        "Rh1",
    ];
    check(20_000, &texts, "abcdefgh12345678KQRBNPOx=+#.-0 é", laws::last_move);
}

#[test]
fn diagrams() {
    let texts = [
        "rnbqkbnr/pp3ppp/2p1p3/8/4P3/8/PPPP1PPP/RNBQK1NR;8",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR;4",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1;9",
        "rnb2rk1/pppp3p/2n2K2/2b1ppp1/4P2q/8/PPPP1PPP/RNBQ1BNR;16",
        "B3kbnr/2pppp1p/b7/p1n3p1/2P5/2N5/1P1PPPPP/RqBQKBNR;17",
        "4k3/8/8/8/8/8/8/4K3;200",
    ];
    check(1_500, &texts, "rnbqkpRNBQKP12345678/;0", laws::proof_game);
}
