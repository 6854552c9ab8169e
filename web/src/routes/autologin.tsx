import { createFileRoute } from "@tanstack/react-router";

import { useLanding } from "@/features/auth/useLanding";
import { ThirdReturn } from "@/features/social-login/ThirdReturn";

export const Route = createFileRoute("/autologin")({ component: Autologin });

function Autologin() {
  const land = useLanding();
  const code = new URLSearchParams(window.location.search).get("code") ?? "";
  return (
    <ThirdReturn provider="autologin" code={code} state="" onSignedIn={land} onBound={() => {}} />
  );
}
