import type { Page, Rule } from "./models.js";

/** Whether a call can be sent again: it reads, or carries an idempotency key; or only if it was refused unheard. */
export type Mode = "read" | "keyed" | "once";

export interface Options {
  /** The portal's address. */
  url: string;
  /** An API token. */
  token: string;
  /** Seconds for one attempt. */
  timeout?: number;
  attempts?: number;
  /** The most seconds to wait because the portal asks for it. */
  longestWait?: number;
}

const APP_ID = 36;
const PAGE_SIZE = 200;

/** The portal refused a call. */
export class PortalError extends Error {
  readonly code: number;
  readonly data: unknown;
  readonly status: number;
  readonly requestId: string;
  /** The path of the field to correct, if one is. */
  readonly field: string | null;
  /** The rule that it breaks. */
  readonly rule: Rule | null;
  /** What the rule compares it with, if there is something. */
  readonly limit: number | string | null;

  constructor(code: number, message: string, data: unknown, status: number, requestId: string) {
    super(`${code}: ${message}`);
    this.name = "PortalError";
    this.code = code;
    this.data = data;
    this.status = status;
    this.requestId = requestId;
    const { field, rule, limit } = (data ?? {}) as { field?: string; rule?: Rule; limit?: number | string };
    this.field = field ?? null;
    this.rule = rule ?? null;
    this.limit = limit ?? null;
  }
}

interface Answer {
  code: number;
  message: string;
  data: unknown;
}

/** Sends calls, waits as long as the portal asks for, and tries again what is safe to repeat. */
export class Transport {
  #options: Required<Options>;

  constructor(options: Options) {
    this.#options = { timeout: 35, attempts: 4, longestWait: 60, ...options };
  }

  async call<T>(path: string, part: string, args: object, mode: Mode): Promise<T> {
    const { page, ...rest } = args as { page?: Page };
    const header = mode === "keyed" ? { header: { idempotency_key: crypto.randomUUID() } } : {};
    const req = { ...header, ...(Object.keys(rest).length ? { [part]: rest } : {}), ...(page ? { page } : {}) };
    const body = JSON.stringify({ appId: APP_ID, req });
    const { attempts, longestWait } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      const pause = Math.min(2 ** attempt / 2, longestWait);
      let response: Response;
      let text: string;
      try {
        response = await this.#send(path, body);
        text = await response.text();
      } catch (error) {
        if (last || mode === "once") throw error;
        await sleep(pause);
        continue;
      }
      const busy = response.status === 429 || (response.status === 503 && mode !== "once");
      if (busy && !last) {
        const wait = Number(response.headers.get("retry-after") ?? pause) || pause;
        if (wait <= longestWait) {
          await sleep(wait);
          continue;
        }
      }
      const answer = parse(text, response.status);
      if (answer.code) {
        const requestId = response.headers.get("x-request-id") ?? "";
        throw new PortalError(answer.code, answer.message, answer.data, response.status, requestId);
      }
      return answer.data as T;
    }
  }

  #send(path: string, body: string): Promise<Response> {
    const { url, token, timeout } = this.#options;
    return fetch(url.replace(/\/+$/, "") + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body,
      signal: AbortSignal.timeout(timeout * 1000),
    });
  }
}

function parse(text: string, status: number): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return { code: status, message: `HTTP ${status} without an envelope`, data: null };
  }
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
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
