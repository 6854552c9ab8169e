import type { AppQuestion } from "@/api/gen/types.gen";

/**
 * What an app asks, as the portal wrote it into the address of the page: JSON in base64url, so that
 * nothing of it is taken for a number. Null if it cannot be read.
 */
export function readQuestion(ask: string): AppQuestion | null {
  try {
    const bytes = atob(ask.replaceAll("-", "+").replaceAll("_", "/"));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
    const question = JSON.parse(text) as AppQuestion;
    return question.client_id && question.redirect_uri && question.code_challenge ? question : null;
  } catch {
    return null;
  }
}

/** Where an app is told that the user did not allow it: its own address, which the portal has checked. */
export function refusalAddress(
  { redirect_uri, state }: Pick<AppQuestion, "redirect_uri" | "state">,
  issuer: string,
): string {
  const values = new URLSearchParams({ error: "access_denied" });
  if (typeof state === "string") values.set("state", state);
  values.set("iss", issuer);
  return `${redirect_uri}${redirect_uri.includes("?") ? "&" : "?"}${values}`;
}
