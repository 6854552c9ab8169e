import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/brands/")({
  beforeLoad: () => {
    throw redirect({ to: "/brands/find", search: { status: 0 } });
  },
});
