import { createFileRoute } from "@tanstack/react-router";
import { ResetPassword } from "@/features/accounts/auth/reset/ResetPassword";
import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";

interface Search {
  token?: string;
}

export const Route = createFileRoute("/reset-password")({
  validateSearch: ({ token }): Search =>
    token === undefined || token === "" ? {} : { token: String(token) },
  component: Reset,
});

function Reset() {
  const { token } = Route.useSearch();
  const land = useSignInRedirect();
  return <ResetPassword token={token} key={token} onSignedIn={() => land(undefined)} />;
}
