/** Calls a function `count` times, with 0, 1, 2 …, and returns the results. */
export function repeat<T>(count: number, make: (turn: number) => T): T[] {
  return Array.from({ length: count }, (_, turn) => make(turn));
}
