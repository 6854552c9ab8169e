/** Mantine's buttons and anchors as typed router links. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type Native<Props> = Omit<ComponentPropsWithRef<"a">, keyof Props> & Props;

export const ButtonLink = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);
