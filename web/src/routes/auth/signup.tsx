import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";

import { thirdTicket } from "@/api/third";
import { strangersOnly } from "@/features/auth/guard";
import { SignUpForm } from "@/features/auth/sign-up/SignUpForm";
import { ThirdButtons } from "@/features/social-login/redirect/ThirdButtons";
import { TicketNotice } from "@/features/social-login/TicketNotice";
import { third } from "@/text/account/third";
import { toast } from "@/ui/feedback/toasts";

export const Route = createFileRoute("/auth/signup")({
  beforeLoad: strangersOnly,
  component: SignUp,
});

function SignUp() {
  const navigate = Route.useNavigate();
  const [ticket, setTicket] = useState(thirdTicket.get);
  const drop = () => {
    thirdTicket.drop();
    setTicket(null);
  };
  const onSignedUp = (email: string) => {
    if (ticket?.email_verified && ticket.email.toLowerCase() === email.toLowerCase()) {
      // The provider has proven the address, so no mail is on its way.
      toast.done(third.ready);
      void navigate({ to: "/auth/login" });
    } else {
      void navigate({ to: "/auth/email-verification", state: { registeredEmail: email } });
    }
  };
  return (
    <SignUpForm
      ticket={ticket}
      onTicket={drop}
      notice={ticket && <TicketNotice ticket={ticket} joins onDrop={drop} />}
      more={!ticket && <ThirdButtons />}
      onSignedUp={onSignedUp}
    />
  );
}
