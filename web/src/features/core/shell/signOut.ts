import { call } from "@/api/call";
import { useSession } from "@/api/session";

/** Ends the session; that of this browser whether or not the call succeeds. */
export function signOut() {
  void call("/auth/sign_out").catch(() => undefined);
  useSession.getState().forget();
}
