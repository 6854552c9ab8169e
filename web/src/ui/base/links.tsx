/** Mantine's buttons and anchors as typed router links. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink, defaultParseSearch } from "@tanstack/react-router";
import type { ComponentPropsWithRef, ReactNode } from "react";

type Native<Props> = Omit<ComponentPropsWithRef<"a">, keyof Props> & Props;

export const ButtonLink = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);

interface PathLinkProps extends AnchorProps {
  /** A page of the portal, perhaps with a search, or an address of the web. */
  path: string;
  children: ReactNode;
}

/** A link whose target is data: to a page of the portal in place, to the web in a new tab. */
export function PathLink({ path, ...anchor }: PathLinkProps) {
  if (!path.startsWith("/")) {
    return <Anchor href={path} target="_blank" rel="noopener noreferrer" inherit {...anchor} />;
  }
  return <AnchorLink {...pathOf(path)} inherit {...anchor} />;
}

/** A path with a search as a link's own. */
export function pathOf(path: string) {
  const [to = path, search = ""] = path.split("?");
  return { to, search: defaultParseSearch(`?${search}`) };
}
