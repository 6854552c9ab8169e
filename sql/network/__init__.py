"""The only statements that ask across publishers; everything else names its publisher."""
