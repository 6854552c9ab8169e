/** Removes the report of an error that no longer applies. */
export type TakeBack = (() => void) | undefined;

/** Reports a failed call, whichever screen made it; the app decides how. */
let handler: (failure: Error) => TakeBack = () => undefined;

export function setErrorHandler(report: (failure: Error) => TakeBack) {
  handler = report;
}

export function onError(failure: Error): TakeBack {
  return handler(failure);
}
