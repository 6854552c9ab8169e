import {
  ConnectionFailed,
  DeadlineExceeded,
  PortalError,
  Refused,
  UnexpectedResponse,
} from "./errors.js";
import type { Page } from "./models.js";
import { REFUSALS } from "./refusals.js";
import { VERSION } from "./version.js";

/** Whether a call can be sent again: it reads, or carries an idempotency key; or only if it was refused unheard. */
export type Mode = "read" | "keyed" | "once";

/** How calls are made. All times are in seconds. */
export interface Options {
  /** The portal's address. */
  url: string;
  /** An API token. */
  token: string;
  /** For one attempt, from its beginning to the last byte of the answer: 35. */
  timeout?: number;
  /** For a call with all its attempts and the pauses between them: 180. */
  deadline?: number;
  /** How often a call is tried where that does no harm: 4. */
  attempts?: number;
  /** The longest pause that the portal may ask for, 60; a call that would wait longer fails at once. */
  longestWait?: number;
  /** What sends requests, in place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** How one call is made. */
export interface CallOptions {
  /** Cancels the call, also while it waits for its next attempt. */
  signal?: AbortSignal;
  timeout?: number;
  deadline?: number;
  attempts?: number;
  /** Of a call that writes: with the same key a repeated call takes effect once. A new one if absent. */
  idempotencyKey?: string;
}

const APP_ID = 36;
const PAGE_SIZE = 200;
const PASSING = [502, 503, 504];
const NODE = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;

interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends calls, waits as long as the portal asks for, and tries again what is safe to repeat. */
export class Transport {
  #options: Required<Options>;

  constructor(options: Options) {
    const url = new URL(options.url);
    if (!/^https?:$/.test(url.protocol) || url.search) {
      throw new TypeError("url must be the portal's address, such as https://portal.example");
    }
    if (!/^[\x21-\x7e]+$/.test(options.token)) {
      throw new TypeError("token holds a space, a line break or another sign that no token has");
    }
    const send: typeof fetch = (input, init) => globalThis.fetch(input, init);
    const usual = { timeout: 35, deadline: 180, attempts: 4, longestWait: 60, fetch: send };
    this.#options = { ...usual, ...defined(options) };
  }

  async call<T>(
    path: string,
    part: string,
    args: object,
    mode: Mode,
    own: CallOptions = {},
  ): Promise<T> {
    const { page, ...rest } = args as { page?: Page };
    const key = mode === "keyed" ? (own.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const req = {
      ...(key ? { header: { idempotency_key: key } } : {}),
      ...(Object.keys(rest).length ? { [part]: rest } : {}),
      ...(page ? { page } : {}),
    };
    const body = JSON.stringify({ appId: APP_ID, req });
    const { attempts, timeout, deadline, longestWait } = { ...this.#options, ...defined(own) };
    const until = Date.now() + deadline * 1000;
    for (let attempt = 1; ; attempt++) {
      own.signal?.throwIfAborted();
      const left = (until - Date.now()) / 1000;
      let answer: Answer | undefined;
      let failure: PortalError | undefined;
      try {
        answer = await this.#send(path, body, Math.max(Math.min(timeout, left), 0.001), own.signal);
      } catch (error) {
        if (!(error instanceof PortalError)) throw error;
        failure = error;
      }
      const status = answer?.status ?? 0;
      const again = status === 429 || (mode !== "once" && (!status || PASSING.includes(status)));
      const pause = Math.min(2 ** attempt / 2, longestWait) * (0.75 + Math.random() / 4);
      const wait = askedWait(answer?.headers.get("retry-after")) ?? pause;
      const fits = wait <= longestWait && Date.now() + wait * 1000 < until;
      if (again && attempt < attempts && fits) await sleep(wait, own.signal);
      else if (answer) return read(answer) as T;
      else throw failure;
    }
  }

  async #send(
    path: string,
    body: string,
    seconds: number,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const { url, token, fetch } = this.#options;
    const expiry = AbortSignal.timeout(seconds * 1000);
    try {
      const response = await fetch(url.replace(/\/+$/, "") + path, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          Accept: "application/json",
          // A browser has its own, and allows no other.
          ...(NODE ? { "User-Agent": `publisher-portal-client/${VERSION} node/${NODE}` } : {}),
        },
        body,
        redirect: "manual",
        signal: signal ? AbortSignal.any([signal, expiry]) : expiry,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (expiry.aborted) {
        throw new DeadlineExceeded(`no whole answer within ${seconds} s`);
      }
      throw new ConnectionFailed(`no whole answer: ${reasonOf(error)}`, {}, error);
    }
  }
}

/** The data of a reply, or the error that it is. */
function read({ status, headers, text }: Answer): unknown {
  const answered = { status, requestId: headers.get("x-request-id") ?? undefined };
  // A browser shows no more of a redirect than that it is one, with the status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    const where = headers.get("location")?.slice(0, 200) ?? "another address";
    throw new UnexpectedResponse(
      `a redirect to ${where}: use the portal's own address`,
      answered,
    );
  }
  const { code, message, data } = (parse(text) ?? {}) as Record<string, unknown>;
  if (typeof code !== "number" || (code === 0 && status !== 200)) {
    throw new UnexpectedResponse(`HTTP ${status} without the portal's envelope`, answered);
  }
  if (code === 0) return data;
  const Kind = REFUSALS[code] ?? Refused;
  throw new Kind(code, String(message ?? ""), data, answered);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The options that have a value: one that is undefined is as if it were left out. */
function defined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

/** The seconds of Retry-After, which may be a time; undefined if it is neither. */
function askedWait(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, (time - Date.now()) / 1000);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string } };
  return cause?.message || message || String(error);
}

function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", end, { once: true });
  });
}

interface Listed<Row> {
  list: Row[];
  total: number;
  next?: string | null;
}

/** Every row of a list. A long one goes on by its cursor, another by the number of the page. */
export async function* pages<Row>(ask: (page: Page) => Promise<Listed<Row>>): AsyncGenerator<Row> {
  let page: Page = { perPage: PAGE_SIZE };
  for (let seen = 0, number = 1; ; ) {
    const answer = await ask(page);
    yield* answer.list;
    seen += answer.list.length;
    if (answer.next) {
      page = { perPage: PAGE_SIZE, cursor: answer.next };
    } else if (answer.next === null || !answer.list.length || seen >= answer.total) {
      return;
    } else {
      page = { perPage: PAGE_SIZE, curPage: ++number };
    }
  }
}
