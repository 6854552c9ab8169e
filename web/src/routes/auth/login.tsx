import { createFileRoute, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { guestOnly } from "@/features/auth/guard";
import { LoginForm } from "@/features/auth/sign-in/LoginForm";
import { useSignInRedirect } from "@/features/auth/useSignInRedirect";
import { socialTicket } from "@/features/social-login/socialTicket";

const ProviderButtons = lazy(() =>
  import("@/features/social-login/redirect/ProviderButtons").then(({ ProviderButtons }) => ({
    default: ProviderButtons,
  })),
);
const TicketNotice = lazy(() =>
  import("@/features/social-login/TicketNotice").then(({ TicketNotice }) => ({
    default: TicketNotice,
  })),
);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A ticket, kept out of the URL, which gets shared and logged. */
    secondStep?: string;
    /** Whom the form is filled in for. */
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
      notice={
        ticket && (
          <Suspense>
            <TicketNotice ticket={ticket} onDrop={drop} />
          </Suspense>
        )
      }
      more={
        !ticket && (
          <Suspense>
            <ProviderButtons next={next} />
          </Suspense>
        )
      }
      onSignedIn={() => land(next)}
    />
  );
}
