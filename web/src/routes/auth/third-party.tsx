import { createFileRoute } from "@tanstack/react-router";

import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";
import { ProviderCallback } from "@/features/accounts/social-login/ProviderCallback";

export const Route = createFileRoute("/auth/third-party")({
  // Whoever comes here is about to be signed in.
  beforeLoad: ({ context }) => void context.loadPages().catch(() => {}),
  component: ThirdParty,
});

function ThirdParty() {
  const land = useSignInRedirect();
  const navigate = Route.useNavigate();
  // As it was sent: the router would take a code of digits for a number.
  const sent = new URLSearchParams(window.location.search);
  return (
    <ProviderCallback
      provider={sent.get("provider") ?? ""}
      code={sent.get("code") ?? ""}
      state={sent.get("state") ?? ""}
      onSignedIn={land}
      onSecondStep={(secondStep, next) =>
        void navigate({
          to: "/auth/login",
          search: { next: next ?? undefined },
          state: { secondStep },
        })
      }
      onBound={() => void navigate({ to: "/settings/login" })}
    />
  );
}
