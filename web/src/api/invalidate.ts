/** Invalidates cached queries after a change; there is no cache until a page reads. */
import type { Path } from "./call";

type Refresh = (path: Path) => Promise<void>;

let invalidator: Refresh | null = null;

export function setInvalidator(refresher: Refresh) {
  invalidator = refresher;
}

export async function invalidate(paths: Path[]) {
  await Promise.all(paths.map((path) => invalidator?.(path)));
}
