/** Where a failed call is told, whichever screen made it; the app says how. */
let handler: (failure: Error) => void = () => {};

export function setErrorHandler(teller: (failure: Error) => void) {
  handler = teller;
}

export function onError(failure: Error) {
  handler(failure);
}
