import { createFileRoute, redirect } from "@tanstack/react-router";

import { query } from "@/api/query";
import { addressOf, menuQuery } from "@/features/accounts/api/apiPages";

/** The first page of the menu that is not hidden, as specified. */
export const Route = createFileRoute("/_app/tools/apis/")({
  beforeLoad: async ({ context: { queryClient } }) => {
    const items = await queryClient.ensureQueryData(query(...menuQuery));
    const first = items.find(({ is_hidden }) => !is_hidden);
    throw redirect({ to: first ? addressOf(first) : "/tools/apis/tokens", replace: true });
  },
});
