import { common } from "@/text/core/common";
import type { Labels } from "@/text/core/ruleTexts";
import { APP_ID } from "./app";
import type { Calls } from "./gen/calls.gen";
import type { Refused } from "./refusalText";
import { useSession } from "./session";

const MOCK = import.meta.env.VITE_MOCK === "1";
const HOST = MOCK
  ? (import.meta.env.VITE_MOCK_HOST ?? "http://127.0.0.1:8899")
  : (import.meta.env.VITE_API_HOST ?? window.location.origin);
/** How long a request may take, in milliseconds. */
export const TIMEOUT = 30_000;

export type Path = keyof Calls;
export type Data<P extends Path> = Calls[P]["data"];
/**
 * The input of a call: attributes, filter and page, as far as it has them. A write can have a `key`, under which repeating it
 * returns the same answer.
 */
export type CallInput<P extends Path> = Omit<Calls[P], "data"> & { key?: string };
/** The attributes alone, for a form. */
export type Attributes<P extends Path> = "attributes" extends keyof Calls[P]
  ? NonNullable<Calls[P]["attributes"]>
  : never;
/** The input as an argument, which can be omitted if nothing in it is required. */
export type CallArgs<P extends Path> =
  object extends CallInput<P> ? [ask?: CallInput<P>] : [ask: CallInput<P>];

type Words = (refused: Refused, labels?: Labels) => string;

/**
 * An error code that the portal returned in place of data, with the web's own text if there is one.
 */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly #words: Words | undefined;

  constructor(code: number, message: string, data?: unknown, words?: Words) {
    super(message);
    this.code = code;
    this.data = data;
    this.#words = words;
    this.message = this.textFor();
  }

  /** The error's text, with the names that a form gives its fields. */
  textFor(labels?: Labels): string {
    const { code, message } = this;
    const refused = { ...(this.data as Partial<Refused> | null | undefined), code, message };
    return this.#words?.(refused, labels) ?? message;
  }

  /** The path of the invalid field in the request (`attributes.company.name`). */
  get field(): string | undefined {
    return (this.data as { field?: string } | null | undefined)?.field;
  }
}

/**
 * There was no answer, or it was not the portal's. The text of the toast is that of the
 * specification.
 */
export class NetworkFailure extends Error {
  /** True when something answered in the portal's place, such as a proxy with an error page. */
  readonly answered: boolean;

  constructor(answered: boolean) {
    super(common.networkError);
    this.answered = answered;
  }
}

/** Makes a call; a code other than 0 is thrown as a Refusal, a dead network as a NetworkFailure. */
export async function call<P extends Path>(path: P, ...[input]: CallArgs<P>): Promise<Data<P>> {
  return callUntil(AbortSignal.timeout(TIMEOUT), path, input);
}

/** Makes a call that a signal may end. */
export async function callUntil<P extends Path>(
  signal: AbortSignal,
  path: P,
  input?: CallInput<P>,
): Promise<Data<P>> {
  const { key, ...ask }: { key?: string } = input ?? {};
  const body = JSON.stringify({
    appId: APP_ID,
    req: {
      header: { token: useSession.getState().token, idempotency_key: key },
      fields: [],
      attributes: {},
      filter: {},
      ...ask,
    },
  });
  return postRequest(path, { body, headers: { "Content-Type": "application/json" }, signal });
}

/** Sends a request of any kind and returns the data of its answer. */
export async function postRequest<P extends Path>(path: P, request: RequestInit): Promise<Data<P>> {
  return readReply(await post(path, request));
}

/** Sends a request to any path and returns the raw response. */
export function post(path: string, request: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT);
  return fetch(HOST + path, { method: "POST", signal, ...request }).catch(() => {
    throw new NetworkFailure(false);
  });
}

/** Returns the data of a response, or throws the error that it contains. */
export async function readReply<P extends Path>(response: Response): Promise<Data<P>> {
  const reply = await response.json().catch(() => null);
  if (typeof reply?.code !== "number" && typeof reply?.code !== "string") {
    throw new NetworkFailure(true);
  }
  const code = Number(reply.code);
  if (code === 0) return reply.data;
  const [message, words] = await Promise.all([messageText(reply.message), wordsFor(reply.data)]);
  throw new Refusal(code, message, reply.data, words);
}

/**
 * The web's own text, if the answer names the rule that a field breaks, and the texts can be
 * loaded.
 */
async function wordsFor(data: Partial<Refused> | null | undefined): Promise<Words | undefined> {
  if (!data?.rule) return undefined;
  const loaded = await import("./refusalText").catch(() => undefined);
  return loaded?.refusalText;
}

/** The text of a message, which may be a key of the catalogue. */
async function messageText(message: unknown): Promise<string> {
  if (typeof message !== "string" || !message) return common.operationFailed;
  if (!/^[A-Z0-9_]+$/.test(message)) return message;
  const { messageOf, numbers } = await import("./catalogue");
  return messageOf(numbers[message] ?? Number(message)) ?? message;
}
