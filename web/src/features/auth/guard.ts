import { type ParsedLocation, redirect } from "@tanstack/react-router";

import { query } from "@/api/query";
import { hasRole } from "@/api/roles";
import { useSession } from "@/api/session";

const CHANNELS = "/settings/channel";

interface Visit {
  location: ParsedLocation;
}

/**
 * Lets a signed-in person pass, and sends anyone else where they can mend it.
 * Whom it lets pass it hands what the pages read with, for their loaders.
 */
export async function requireUser({ location }: Visit) {
  const login = redirect({ to: "/auth/login", search: { next: location.href } });
  if (!useSession.getState().token) throw login;

  const { queryClient } = await import("@/api/client");
  const user = await queryClient.ensureQueryData(query("/user/profile")).catch(() => {
    useSession.getState().end();
    throw login;
  });
  const path = location.pathname.replace(/(.)\/$/, "$1");
  if (hasRole(user, "operator")) {
    // An operator's company owns no channels, so a publisher's dashboard would be empty for good.
    if (path === "/dashboard" && !user.default_site) throw redirect({ to: "/network" });
    return { queryClient, user };
  }
  if (!user.default_site && path !== CHANNELS) throw redirect({ to: CHANNELS });
  return { queryClient, user };
}

/** Lets everybody pass, and loads who is signed in, for a page that is for both. */
export async function loadUser() {
  if (!useSession.getState().token) return;
  const { queryClient } = await import("@/api/client");
  await queryClient
    .ensureQueryData(query("/user/profile"))
    .catch(() => useSession.getState().end());
}

/** Sends whoever is signed in already away from the pages for strangers. */
export function guestOnly() {
  if (useSession.getState().token) throw redirect({ to: "/" });
}
