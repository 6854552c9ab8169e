"""The only statements that read across publishers; all others name their publisher."""
