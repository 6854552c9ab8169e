/** Errors of files of the app that could not be loaded. */
import { common } from "@/text/core/common";

const NAME = "ChunkFailure";
/**
 * The messages of browsers and Vite about a file that could not be loaded, as opposed to an error
 * inside a file.
 */
const NOT_LOADED = / module|preload CSS/;

/** Gives the error of a file that did not load our text: on the browser's own, the router reloads the page at once. */
export function markChunkFailure(error: Error) {
  if (!NOT_LOADED.test(error.message)) return;
  error.name = NAME;
  error.message = common.networkError;
}

export const isChunkFailure = (error: unknown) => (error as Error | null)?.name === NAME;
