/** Calls a function a number of times, from 0. */
export function times<T>(times: number, make: (turn: number) => T): T[] {
  return Array.from({ length: times }, (_, turn) => make(turn));
}
