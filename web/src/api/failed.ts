/** Where a failed call is told, whichever screen made it; the app says how. */
let tell: (failure: Error) => void = () => {};

export function onFailure(teller: (failure: Error) => void) {
  tell = teller;
}

export function failed(failure: Error) {
  tell(failure);
}
