"""The portal beside what else one could use: `make bench`. Not collected by the tests."""
