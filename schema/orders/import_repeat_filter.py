"""Finds the orders of a file that may occur again further down, with little memory."""

BITS = 27
MASK = (1 << BITS) - 1


class RepeatFilter:
    """A Bloom filter of four hashes, made of two (Kirsch and Mitzenmacher, 2006).

    Few orders of a file are repeated. Each order sets four bits; if all were set already, it may have occurred
    before. Of files with a million orders that all differ, one in six has a suspect, which another pass clears.
    """

    def __init__(self) -> None:
        self._bits = bytearray(1 << (BITS - 3))
        self._maybe: set[int] = set()
        self._last: tuple[str, str] | None = None

    def add(self, key: tuple[str, str]) -> bool:
        """Add the order of one more row."""
        if key != self._last:
            self._last = key
            bits, mark = self._bits, hash(key)
            one, step = mark & MASK, mark >> BITS & MASK | 1
            two, three, four = one + step & MASK, one + 2 * step & MASK, one + 3 * step & MASK
            if (
                bits[one >> 3] >> (one & 7) & 1
                and bits[two >> 3] >> (two & 7) & 1
                and bits[three >> 3] >> (three & 7) & 1
                and bits[four >> 3] >> (four & 7) & 1
            ):
                self._maybe.add(mark)
            bits[one >> 3] |= 1 << (one & 7)
            bits[two >> 3] |= 1 << (two & 7)
            bits[three >> 3] |= 1 << (three & 7)
            bits[four >> 3] |= 1 << (four & 7)
        return True

    def repeats(self) -> set[int]:
        """The hashes of orders that may occur again; all others certainly do not."""
        self._bits.clear()
        return self._maybe
