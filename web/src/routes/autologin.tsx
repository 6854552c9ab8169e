import { createFileRoute } from "@tanstack/react-router";

import { useSignInRedirect } from "@/features/auth/useSignInRedirect";
import { ProviderCallback } from "@/features/social-login/ProviderCallback";

export const Route = createFileRoute("/autologin")({ component: Autologin });

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
