import { redirect } from "@tanstack/react-router";

import { useSession } from "@/api/session";

/** Loads the user, if there is one, for a page that is open to everybody. */
export async function loadUser() {
  if (!useSession.getState().token) return;
  const { profileQuery, queryClient } = await import("@/api/client");
  await queryClient.ensureQueryData(profileQuery).catch(() => useSession.getState().end());
}

/** Redirects signed-in users away from guest pages. */
export function guestOnly() {
  if (useSession.getState().token) throw redirect({ to: "/" });
}
