import { Refusal } from "./call";

/**
 * The idempotency key of a form's write: it stays the same while the same values are sent and no
 * answer has arrived.
 */
export class IdempotencyKey {
  private sent = "";
  private key = "";

  for(attributes: unknown): string {
    const body = JSON.stringify(attributes);
    if (body !== this.sent) this.key = randomKey();
    this.sent = body;
    return this.key;
  }

  /** A failed request may still have reached the server: only then is the key kept. */
  finish(failure?: Error) {
    if (!failure || failure instanceof Refusal) this.sent = "";
  }
}

/** 128 random bits; `randomUUID` is missing where the portal is not served over https. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
