import { call } from "@/api/call";
import { useSession } from "@/api/session";

/**
 * Ends the session on the server, and in this browser even if that call fails. `forget` also
 * removes form drafts. In the sandbox, the session of the account ends, too.
 */
export function signOut() {
  const end = () => void call("/auth/sign_out").catch(() => undefined);
  end();
  if (useSession.getState().takeAccount()) end();
  useSession.getState().forget();
}
