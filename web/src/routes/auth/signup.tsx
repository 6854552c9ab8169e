import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { guestOnly } from "@/features/accounts/auth/requireGuest";
import { SignUpForm } from "@/features/accounts/auth/sign-up/SignUpForm";
import { ProviderButtons } from "@/features/accounts/social-login/redirect/ProviderButtons";
import { socialTicket } from "@/features/accounts/social-login/socialTicket";
import { TicketNotice } from "@/features/accounts/social-login/TicketNotice";
import { socialLogin } from "@/text/accounts/socialLogin";
import { toast } from "@/ui/feedback/toasts";

export const Route = createFileRoute("/auth/signup")({
  beforeLoad: guestOnly,
  component: SignUp,
});

function SignUp() {
  const navigate = Route.useNavigate();
  const [ticket, setTicket] = useState(socialTicket.get);
  const drop = () => {
    socialTicket.clear();
    setTicket(null);
  };
  const onSignedUp = (email: string) => {
    if (ticket?.email_verified && ticket.email.toLowerCase() === email.toLowerCase()) {
      // The provider has proven the address, so no mail is on its way.
      toast.success(socialLogin.ready);
      void navigate({ to: "/auth/login", state: { account: email } });
    } else {
      void navigate({ to: "/auth/email-verification", state: { registeredEmail: email } });
    }
  };
  return (
    <SignUpForm
      ticket={ticket}
      onTicket={drop}
      notice={ticket && <TicketNotice ticket={ticket} joins onDrop={drop} />}
      more={!ticket && <ProviderButtons />}
      onSignedUp={onSignedUp}
    />
  );
}
