//! The commands shown in the README and in `tests/cmd` print what is shown there.

mod tables;

#[test]
fn commands_print_what_is_shown() {
    let folder = tables::three_men("commands-tables");
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .env("LC_ALL", "C.UTF-8")
        .env("SOLE_DATA", folder.display().to_string())
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}
