import type { Rule } from "./models.js";

/** What is known of an answer. */
export interface Answered {
  /** The HTTP status; undefined without an answer. */
  status?: number;
  /** Names the call in the portal's log; give it when you ask for help. */
  requestId?: string;
}

/** A call failed: the one family of everything that can go wrong with it. A cancelled call throws its signal's reason. */
export class PortalError extends Error implements Answered {
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** The code of a refusal; undefined if the call was not refused. */
  readonly code: number | undefined = undefined;

  constructor(message: string, { status, requestId }: Answered = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.status = status;
    this.requestId = requestId;
  }
}

/** There was no whole answer: no connection, or one that ended early. */
export class ConnectionFailed extends PortalError {}

/** There was no whole answer in time, counted from the beginning and not from the last byte. */
export class DeadlineExceeded extends PortalError {}

/** Something else answered than the portal, such as a proxy, or with what this client does not know. */
export class UnexpectedResponse extends PortalError {}

/** The portal refused a call. */
export class Refused extends PortalError {
  override readonly code: number;
  readonly data: unknown;
  /** The path of the field to correct, if one is. */
  readonly field: string | null;
  /** The rule that it breaks. */
  readonly rule: Rule | null;
  /** What the rule compares it with, if there is something. */
  readonly limit: number | string | null;
  /** The scope that the API token lacks. */
  readonly scope: string | null;

  constructor(code: number, message: string, data: unknown, answered: Answered = {}) {
    super(`${code}: ${message}`, answered);
    this.code = code;
    this.data = data;
    const details = (data ?? {}) as Partial<Record<"field" | "scope", string>> & {
      rule?: Rule;
      limit?: number | string;
    };
    this.field = details.field ?? null;
    this.rule = details.rule ?? null;
    this.limit = details.limit ?? null;
    this.scope = details.scope ?? null;
  }
}
