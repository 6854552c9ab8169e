import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { hasRole } from "@/api/user/roles";

const CHANNELS = "/settings/channel";

interface Visit {
  location: ParsedLocation;
  /** Whether the visitor comes from elsewhere, or navigates within the portal. */
  cause: "preload" | "enter" | "stay";
}

/**
 * Requires a signed-in user, and redirects everybody else to where they can fix that.
 * Returns the query client and the user for the routes' loaders.
 */
export async function requireUser({ location, cause }: Visit) {
  const login = redirect({ to: "/auth/login", search: { next: location.href } });
  if (!useSession.getState().token) throw login;

  const { profileQuery, queryClient } = await import("@/api/client");
  const user = await queryClient.ensureQueryData(profileQuery).catch(() => {
    useSession.getState().end();
    throw login;
  });
  const path = location.pathname.replace(/(.)\/$/, "$1");
  if (hasRole(user, "operator")) {
    // An operator's company owns no channels, so a publisher's dashboard would be empty for good.
    if (path === "/dashboard" && !user.default_site) throw redirect({ to: "/network" });
    return { queryClient, user };
  }
  if (!user.default_site && path !== CHANNELS) {
    // Explain why the page does not open, if it was opened by the menu.
    throw redirect({ to: CHANNELS, search: { needed: cause === "stay" || undefined } });
  }
  return { queryClient, user };
}
