import { createFileRoute, redirect } from "@tanstack/react-router";

import { parseTab } from "@/features/network/searchParams";

export const Route = createFileRoute("/_app/network/")({
  // Mails and bookmarks name the list as `?tab=`, with what it keeps in its own URL.
  validateSearch: (search: Record<string, unknown>): { tab?: unknown } => search,
  beforeLoad: ({ search: { tab, ...search } }) => {
    throw redirect({ to: `/network/${parseTab(tab)}`, search });
  },
});
