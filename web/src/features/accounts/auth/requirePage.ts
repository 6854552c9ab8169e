import type { ParsedLocation } from "@tanstack/react-router";
import { Refusal } from "@/api/call";
import { NOT_ALLOWED } from "@/api/gen/codes.gen";
import { mayOpen } from "@/api/user/pages";
import type { User } from "@/api/user/roles";

/** Refuses a page that the user's role does not include, before anything is asked for it. */
export function requirePage({
  context: { user },
  location: { pathname },
}: {
  context: { user: User };
  location: ParsedLocation;
}) {
  if (!mayOpen(user, pathname)) throw new Refusal(NOT_ALLOWED, "");
}
