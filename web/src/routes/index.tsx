import { createFileRoute, redirect } from "@tanstack/react-router";

import { useSession } from "@/api/session";

export const Route = createFileRoute("/")({
  beforeLoad: () => {
    if (useSession.getState().token) throw redirect({ to: "/dashboard" });
    // As the dashboard would, whose route a guest need not load.
    throw redirect({ to: "/auth/login", search: { next: "/dashboard" } });
  },
});
