import { Calls } from "./calls.js";
import { type Options, Transport } from "./transport.js";

export * from "./errors.js";
export * from "./models.js";
export * from "./refusals.js";
export type { CallOptions, Options } from "./transport.js";
export { VERSION } from "./version.js";

/** A portal and a token: `new Portal({ url, token })`. A call `/reports/transactions` is `portal.reports.transactions(…)`. */
export class Portal extends Calls {
  constructor(options: Options) {
    super(new Transport(options));
  }
}
