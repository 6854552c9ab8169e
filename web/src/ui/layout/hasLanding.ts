/** Whether a page shows the part that the hash of its address names (useLanding): then it is not read from its top. */
export function hasLanding(hash: string): boolean {
  return document.getElementById(hash) !== null;
}
