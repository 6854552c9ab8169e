/** What went wrong where a file of the app did not load. */
import { common } from "@/text/core/common";

const NAME = "ChunkFailure";
/** What browsers and Vite say of a file that did not load; an error within a file reads otherwise. */
const NOT_LOADED = / module|preload CSS/;

/** Gives the error of a file that did not load our text: on the browser's own, the router reloads the page at once. */
export function markChunkFailure(error: Error) {
  if (!NOT_LOADED.test(error.message)) return;
  error.name = NAME;
  error.message = common.networkError;
}

export const isChunkFailure = (error: unknown) => (error as Error | null)?.name === NAME;
