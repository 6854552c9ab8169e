import { createFileRoute } from "@tanstack/react-router";
import { requirePage } from "@/features/accounts/auth/requirePage";
import { shell } from "@/text/core/shell";

export const Route = createFileRoute("/_app/payments")({
  staticData: { title: shell.payments },
  beforeLoad: requirePage,
});
