/** The kit's buttons and anchors as links of the router, which know its routes and their searches. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentPropsWithRef } from "react";

type Native<Props> = Omit<ComponentPropsWithRef<"a">, keyof Props> & Props;

export const ButtonLink = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
));

export const AnchorLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);
