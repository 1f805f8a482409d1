"""What holds for the whole suite."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no failure: time is measured in tests/bench, not by a deadline.
settings.register_profile("textsim", deadline=None)
settings.load_profile("textsim")
