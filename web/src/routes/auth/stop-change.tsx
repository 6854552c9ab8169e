import { createFileRoute } from "@tanstack/react-router";
import { StopChange } from "@/features/accounts/guarded/StopChange";

interface Search {
  token?: string;
}

export const Route = createFileRoute("/auth/stop-change")({
  validateSearch: ({ token }): Search =>
    token === undefined || token === "" ? {} : { token: String(token) },
  component: Page,
});

function Page() {
  const { token } = Route.useSearch();
  return <StopChange token={token} key={token} />;
}
