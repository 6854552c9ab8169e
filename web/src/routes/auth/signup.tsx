import { createFileRoute } from "@tanstack/react-router";

import { strangersOnly } from "@/features/account/guard";
import { SignUpForm } from "@/features/account/SignUpForm";

export const Route = createFileRoute("/auth/signup")({
  beforeLoad: strangersOnly,
  component: SignUp,
});

function SignUp() {
  const navigate = Route.useNavigate();
  return (
    <SignUpForm
      onSignedUp={(email) =>
        navigate({ to: "/auth/email-verification", state: { registeredEmail: email } })
      }
    />
  );
}
