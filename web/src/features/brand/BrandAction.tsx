import { Box, Button, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { RELATION_JOINED, RELATION_NONE, RELATION_PENDING } from "@/api/gen/enums.gen";

import type { Brand } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { ButtonLink } from "@/ui/base/links";
import { useApply } from "./useApply";

interface BrandActionProps {
  brand: Pick<Brand, "mcid" | "name" | "relationship" | "approval" | "status">;
  /** The only action of a page is filled; one of many is not. */
  primary?: boolean;
  size?: "xs" | "sm";
}

/** What can be done with a brand next: apply, make a link, or why neither. */
export function BrandAction({ brand, primary, size = "xs" }: BrandActionProps) {
  const place = useRef<HTMLDivElement>(null);
  const { apply } = useApply();
  const { mcid, name, relationship } = brand;
  const shown = { size, variant: primary ? "filled" : "default" };
  const again = relationship !== RELATION_NONE;
  const reason = blockedReason(brand);
  const acted = useRef(false);
  const send = () => {
    acted.current = true;
    void apply([brand]);
  };
  // The button that was pressed is gone: the keyboard focus moves to its replacement.
  useEffect(() => {
    if (!acted.current || document.activeElement !== document.body) return;
    (place.current?.querySelector<HTMLElement>("a, button") ?? place.current)?.focus();
  }, [relationship]);
  return (
    <Box ref={place} tabIndex={-1} aria-live="polite">
      {reason && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      {!reason && relationship === RELATION_JOINED && (
        <ButtonLink
          to="/tools/link-generator"
          search={{ mcid }}
          aria-label={words.makeLinkTo(name)}
          {...shown}
        >
          {words.makeLink}
        </ButtonLink>
      )}
      {!reason && relationship !== RELATION_JOINED && (
        <Button
          aria-label={again ? words.applyToAgain(name) : words.applyTo(name)}
          onClick={send}
          {...shown}
        >
          {again ? words.applyAgain : words.apply}
        </Button>
      )}
    </Box>
  );
}

function blockedReason({ relationship, status }: BrandActionProps["brand"]): string | null {
  if (relationship === RELATION_PENDING) return words.waits;
  if (status === "offline") return words.offlineHelp;
  return relationship === RELATION_JOINED && status === "paused" ? words.pausedHelp : null;
}
