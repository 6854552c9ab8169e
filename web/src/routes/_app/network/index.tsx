import { createFileRoute, redirect } from "@tanstack/react-router";

import { parseTab } from "@/features/network/searchParams";

export const Route = createFileRoute("/_app/network/")({
  // Mails and bookmarks name the list as `?tab=`, with what it keeps in its own URL; brands were the first.
  validateSearch: (search: Record<string, unknown>): { tab?: unknown } => search,
  beforeLoad: ({ search: { tab, ...search } }) => {
    const bare = tab === undefined && Object.keys(search).length === 0;
    throw redirect({ to: `/network/${bare ? "overview" : parseTab(tab)}`, search });
  },
});
