import { createFileRoute, useLocation } from "@tanstack/react-router";

import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";
import { firstPage } from "@/features/accounts/auth/verify/firstPage";
import { VerifyEmail } from "@/features/accounts/auth/verify/VerifyEmail";

interface Search {
  token?: string;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Kept out of the URL, which gets shared and logged. */
    registeredEmail?: string;
  }
}

export const Route = createFileRoute("/auth/email-verification")({
  validateSearch: ({ token }): Search =>
    token === undefined || token === "" ? {} : { token: String(token) },
  component: Verification,
});

function Verification() {
  const { token } = Route.useSearch();
  const email = useLocation({ select: ({ state }) => state.registeredEmail });
  const land = useSignInRedirect();
  return <VerifyEmail token={token} email={email} onSignedIn={() => void firstPage().then(land)} />;
}
