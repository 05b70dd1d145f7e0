"""Sessions under which results may be wrong are refused; no Spark is needed."""

import unittest
from types import SimpleNamespace

from sole_spark.session import SETTINGS, SettingsError, check_settings


def session(settings):
    context = SimpleNamespace(getConf=lambda: settings)
    return SimpleNamespace(sparkContext=context)


class Settings(unittest.TestCase):
    def test_settings_that_hold_are_taken(self):
        check_settings(session(SETTINGS))

    def test_each_setting_that_differs_is_named(self):
        for key, value in SETTINGS.items():
            others = SETTINGS | {key: "something else"}
            missing = {name: SETTINGS[name] for name in SETTINGS if name != key}
            for settings, actual in [(others, "something else"), (missing, "None")]:
                with self.assertRaisesRegex(SettingsError, f"{key} is {actual}, it must be {value}"):
                    check_settings(session(settings))
