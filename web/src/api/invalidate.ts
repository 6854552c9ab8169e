/** Tells the reads that a change has made their answers stale; nothing is kept until a page reads. */
import type { Path } from "./call";

type Refresh = (path: Path) => Promise<void>;

let invalidator: Refresh | null = null;

export function setInvalidator(refresher: Refresh) {
  invalidator = refresher;
}

export async function invalidate(paths: Path[]) {
  await Promise.all(paths.map((path) => invalidator?.(path)));
}
