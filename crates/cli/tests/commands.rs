//! The commands shown in the README and in `tests/cmd` print what is shown there.

mod tables;

#[test]
fn commands_print_what_is_shown() {
    let folder = tables::three_men("commands-tables");
    let cases = trycmd::TestCases::new();
    cases
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("SOLE_DATA", folder.display().to_string())
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
    if cfg!(feature = "sql") {
        cases.case("tests/cmd/sql/*.trycmd");
    } else {
        println!("skipped: tests/cmd/sql, which needs --features sql");
    }
}
