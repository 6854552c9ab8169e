import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/_app/payments/")({
  beforeLoad: () => {
    throw redirect({ to: "/payments/summary" });
  },
});
