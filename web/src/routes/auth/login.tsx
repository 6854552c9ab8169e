import { createFileRoute, useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { thirdTicket, useTicket } from "@/api/third";
import { strangersOnly } from "@/features/account/guard";
import { LoginForm } from "@/features/account/LoginForm";
import { useLanding } from "@/features/account/useLanding";
import { third } from "@/text/third";

const ThirdButtons = lazy(() =>
  import("@/features/third/ThirdButtons").then(({ ThirdButtons }) => ({ default: ThirdButtons })),
);
const TicketNotice = lazy(() =>
  import("@/features/third/TicketNotice").then(({ TicketNotice }) => ({ default: TicketNotice })),
);

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A ticket, kept out of the URL, which travels. */
    secondStep?: string;
  }
}

interface Search {
  next?: string;
}

export const Route = createFileRoute("/auth/login")({
  validateSearch: ({ next }): Search => (typeof next === "string" ? { next } : {}),
  beforeLoad: strangersOnly,
  component: Login,
  // The first page of all comes with the first file; a file of its own would be one more journey.
  codeSplitGroupings: [],
});

function Login() {
  const { next } = Route.useSearch();
  const land = useLanding();
  const secondStep = useLocation({ select: ({ state }) => state.secondStep });
  const ticket = useTicket();
  return (
    <LoginForm
      secondStep={secondStep}
      ticket={ticket?.ticket}
      onTicket={thirdTicket.drop}
      notice={ticket && <Suspense>{<TicketNotice help={third.noticeSignIn} />}</Suspense>}
      more={
        <Suspense>
          <ThirdButtons next={next} />
        </Suspense>
      }
      onSignedIn={() => land(next)}
    />
  );
}
