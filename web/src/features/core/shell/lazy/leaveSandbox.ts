import { call } from "@/api/call";
import { useSession } from "@/api/session";

/** Goes back from the sandbox to the account; the session there ends, even if the call for it fails. */
export async function leaveSandbox() {
  await call("/sandbox/switch", { attributes: { sandbox: false } }).catch(() => undefined);
  useSession.getState().leaveSandbox();
}
