"""The portal compared with the alternatives: `make bench`. Not collected by the tests."""
