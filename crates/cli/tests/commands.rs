//! The commands shown in the README and in `tests/cmd` print what is shown there.

#[test]
fn commands_print_what_is_shown() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}
