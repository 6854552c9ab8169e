import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { mayOpen } from "@/api/user/pagePermissions";
import type { User } from "@/api/user/roles";

interface Visit {
  context: { user: User };
  location: ParsedLocation;
}

/** Leads away from a page that the user's role does not include, before anything is asked for it. */
export function requirePage({ context: { user }, location: { pathname } }: Visit) {
  if (!mayOpen(user, pathname)) throw redirect({ to: "/not-allowed", replace: true });
}
