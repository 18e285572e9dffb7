"""Settings that every test shares."""

from hypothesis import settings

# A busy machine is not a bug: no example is timed.
settings.register_profile("napoleon", deadline=None, print_blob=True)
settings.load_profile("napoleon")
