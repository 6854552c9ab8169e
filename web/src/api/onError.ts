/** Reports a failed call, whichever screen made it; the app decides how. */
let handler: (failure: Error) => void = () => {};

export function setErrorHandler(teller: (failure: Error) => void) {
  handler = teller;
}

export function onError(failure: Error) {
  handler(failure);
}
