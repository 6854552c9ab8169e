import { createFileRoute, redirect } from "@tanstack/react-router";

import type { Tab } from "@/features/network/searchParams";

export const Route = createFileRoute("/_app/network/")({
  // Mails and bookmarks name the list as `?tab=`, with what it keeps in its own URL.
  validateSearch: (search: Record<string, unknown>): { tab?: Tab } => search,
  beforeLoad: ({ search: { tab = "overview", ...search } }) => {
    throw redirect({ to: `/network/${tab}`, search });
  },
});
