import { createFileRoute, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { guestOnly } from "@/features/accounts/auth/requireGuest";
import { LoginForm } from "@/features/accounts/auth/sign-in/LoginForm";
import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";
import { socialTicket } from "@/features/accounts/social-login/socialTicket";
import { loadable } from "@/ui/base/loadable";

const ProviderButtons = loadable(() =>
  import("@/features/accounts/social-login/redirect/ProviderButtons").then(
    ({ ProviderButtons }) => ProviderButtons,
  ),
);
const TicketNotice = loadable(() =>
  import("@/features/accounts/social-login/TicketNotice").then(({ TicketNotice }) => TicketNotice),
);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A ticket, kept out of the URL, which gets shared and logged. */
    secondStep?: string;
    /** The account to fill in. */
    account?: string;
  }
}

interface Search {
  next?: string;
}

export const Route = createFileRoute("/auth/login")({
  validateSearch: ({ next }): Search => (typeof next === "string" ? { next } : {}),
  beforeLoad: guestOnly,
  component: Login,
  // The first page is part of the first bundle; a chunk of its own would be one more round trip.
  codeSplitGroupings: [],
});

function Login() {
  const { next } = Route.useSearch();
  const land = useSignInRedirect();
  const { secondStep, account } = useLocation({ select: ({ state }) => state });
  const [ticket, setTicket] = useState(socialTicket.get);
  const drop = () => {
    socialTicket.clear();
    setTicket(null);
  };
  return (
    <LoginForm
      secondStep={secondStep}
      account={account}
      ticket={ticket?.ticket}
      onTicket={drop}
      notice={ticket && <TicketNotice ticket={ticket} onDrop={drop} />}
      more={!ticket && <ProviderButtons next={next} />}
      onSignedIn={() => land(next)}
    />
  );
}
