import { createFileRoute } from "@tanstack/react-router";
import { JoinTeam } from "@/features/accounts/auth/join/JoinTeam";
import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";

interface Search {
  token?: string;
}

export const Route = createFileRoute("/auth/invitation")({
  validateSearch: ({ token }): Search =>
    token === undefined || token === "" ? {} : { token: String(token) },
  component: Invitation,
});

function Invitation() {
  const { token } = Route.useSearch();
  const land = useSignInRedirect();
  return <JoinTeam token={token} key={token} onJoined={() => void land(undefined)} />;
}
