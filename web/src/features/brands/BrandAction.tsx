import { Box, Button, Group } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { RELATION_JOINED, RELATION_NONE, RELATION_PENDING } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { brand as words } from "@/text/brands/brand";
import { Hint } from "@/ui/base/Hint";
import { ButtonLink } from "@/ui/base/links";
import { useChannel } from "@/ui/picker/useChannels";

import { ApplicationModal } from "./ApplicationModal";
import { LeaveButton } from "./LeaveButton";
import { isReviewed, useApply } from "./useApply";

interface BrandActionProps {
  brand: Pick<Brand, "mcid" | "name" | "relationship" | "approval" | "status">;
  /** The channel that acts; the default one if absent. */
  siteId: number | undefined;
  /** The only action of a page is filled; one of many is not. */
  primary?: boolean;
  size?: "xs" | "sm";
}

/**
 * The next action for a brand: apply, withdraw, create a link, or the reason why none is possible.
 */
export function BrandAction({ brand, siteId, primary, size = "xs" }: BrandActionProps) {
  const user = useUser();
  const mayApply = hasPermission(user, "site.edit");
  const action = useRef<HTMLDivElement>(null);
  const { apply } = useApply(siteId);
  const { approved } = useChannel(siteId);
  const [asking, setAsking] = useState(false);
  const { mcid, name, relationship } = brand;
  const shown = { size, variant: primary ? "filled" : "default" };
  const again = relationship !== RELATION_NONE;
  const pending = relationship === RELATION_PENDING;
  const reason = blockedReason(brand, approved);
  const acted = useRef(false);
  const send = () => {
    acted.current = true;
    if (isReviewed(brand)) setAsking(true);
    else void apply([brand]);
  };
  // The button that was pressed is gone: the keyboard focus moves to its replacement.
  useEffect(() => {
    if (!acted.current || document.activeElement !== document.body) return;
    (action.current?.querySelector<HTMLElement>("a, button") ?? action.current)?.focus();
  }, [relationship]);
  return (
    <Box ref={action} tabIndex={-1} aria-live="polite">
      {(reason || pending) && (
        <Group gap="xs">
          {reason && <Hint>{reason}</Hint>}
          {pending && mayApply && (
            <LeaveButton
              brand={brand}
              siteId={siteId}
              size={size}
              onLeave={() => {
                acted.current = true;
              }}
            />
          )}
        </Group>
      )}
      {!reason && relationship === RELATION_JOINED && hasPermission(user, "link.edit") && (
        <ButtonLink
          to="/tools/link-generator"
          search={{ mcid, site_id: siteId }}
          aria-label={words.makeLinkTo(name)}
          {...shown}
        >
          {words.makeLink}
        </ButtonLink>
      )}
      {!reason && !pending && relationship !== RELATION_JOINED && mayApply && (
        <Button
          aria-label={again ? words.applyToAgain(name) : words.applyTo(name)}
          onClick={send}
          {...shown}
        >
          {again ? words.applyAgain : words.apply}
        </Button>
      )}
      <ApplicationModal
        opened={asking}
        brands={[brand]}
        siteId={siteId}
        onClose={() => setAsking(false)}
      />
    </Box>
  );
}

function blockedReason(
  { relationship, status }: BrandActionProps["brand"],
  approved: boolean,
): string | null {
  if (relationship === RELATION_PENDING) return words.waits;
  if (relationship === RELATION_JOINED) return status === "online" ? null : words.noLinks[status];
  if (status !== "online") return words.noApplications[status];
  return approved ? null : words.channelNotApproved;
}
