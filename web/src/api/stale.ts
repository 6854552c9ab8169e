/** Tells the reads that a change has made their answers stale; nothing is kept until a page reads. */
import type { Path } from "./call";

type Refresh = (path: Path) => Promise<void>;

let refresh: Refresh | null = null;

export function onStale(refresher: Refresh) {
  refresh = refresher;
}

export async function stale(paths: Path[]) {
  await Promise.all(paths.map((path) => refresh?.(path)));
}
