import { Anchor, type AnchorProps } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent, ReactNode } from "react";

interface PlainLinkProps extends AnchorProps {
  to: "/forgot-password" | "/auth/signup";
  children: ReactNode;
}

/** A link of the first page, which does without the router's own: that knows about active links, too. */
export function PlainLink({ to, ...anchor }: PlainLinkProps) {
  const router = useRouter();
  const preload = () => void router.preloadRoute({ to });
  const go = (event: MouseEvent) => {
    // As another tab, window or file, it is the browser's.
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void router.navigate({ to });
  };
  return <Anchor {...anchor} href={to} onClick={go} onPointerEnter={preload} onFocus={preload} />;
}
