import { createFileRoute } from "@tanstack/react-router";

import { useSignInRedirect } from "@/features/accounts/auth/useSignInRedirect";
import { ProviderCallback } from "@/features/accounts/social-login/ProviderCallback";

export const Route = createFileRoute("/autologin")({
  // Whoever comes here is about to be signed in.
  beforeLoad: ({ context }) => void context.loadPages().catch(() => {}),
  component: Autologin,
});

function Autologin() {
  const land = useSignInRedirect();
  const code = new URLSearchParams(window.location.search).get("code") ?? "";
  return (
    <ProviderCallback
      provider="autologin"
      code={code}
      state=""
      onSignedIn={land}
      onBound={() => {}}
    />
  );
}
