import { call } from "@/api/call";
import { useSession } from "@/api/session";

/**
 * Ends the session on the server, and in this browser even if that call fails. `forget` also
 * removes form drafts.
 */
export function signOut() {
  void call("/auth/sign_out").catch(() => undefined);
  useSession.getState().forget();
}
