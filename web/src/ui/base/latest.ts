/** The latest of some times of the wire; undefined if there is none. */
export function latest(times: Array<string | null>): string | undefined {
  return times
    .filter((time) => time !== null)
    .toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
}
