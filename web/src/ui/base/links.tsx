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

/** A link to an address from data: portal pages open in place, others in a new tab. */
export function PathLink({ path, ...anchor }: PathLinkProps) {
  if (!path.startsWith("/")) {
    return <Anchor href={path} target="_blank" rel="noopener noreferrer" inherit {...anchor} />;
  }
  return <AnchorLink {...pathOf(path)} inherit {...anchor} />;
}

/** A path with a search and a hash as a link's own. */
export function pathOf(path: string) {
  const [whole = path, hash] = path.split("#");
  const [to = whole, search = ""] = whole.split("?");
  return { to, search: defaultParseSearch(`?${search}`), hash };
}
