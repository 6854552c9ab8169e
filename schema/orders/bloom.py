"""Which orders of a file may come back further down, found with little memory for those that do not."""

BITS = 27
MASK = (1 << BITS) - 1


class RepeatFilter:
    """A Bloom filter with two hashes (B. H. Bloom, 1970). A file has few orders that come back.

    Each number marks two bits of many; where both were marked, it may have been there before.
    """

    def __init__(self) -> None:
        self._bits = bytearray(1 << (BITS - 3))
        self._maybe: set[int] = set()
        self._last: tuple[str, str] | None = None

    def add(self, key: tuple[str, str]) -> bool:
        """Note one more row."""
        if key != self._last:
            self._last = key
            bits, mark = self._bits, hash(key)
            one, two = mark & MASK, mark >> BITS & MASK
            if bits[one >> 3] >> (one & 7) & 1 and bits[two >> 3] >> (two & 7) & 1:
                self._maybe.add(mark)
            bits[one >> 3] |= 1 << (one & 7)
            bits[two >> 3] |= 1 << (two & 7)
        return True

    def repeats(self) -> set[int]:
        """The marks of numbers that may come back; the rest are sure not to."""
        self._bits.clear()
        return self._maybe
