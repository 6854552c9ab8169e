import type { ButtonProps } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";

import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Brand } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { brand as words } from "@/text/brands/brand";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";
import { useChannel } from "@/ui/picker/useChannels";

import { markStale, showRelations } from "./relationCache";

interface LeaveButtonProps extends ButtonProps {
  brand: Pick<Brand, "mcid" | "name" | "relationship">;
  siteId: number | undefined;
  onLeave?: () => void;
}

/** Withdraws a pending application, or ends the channel's work with a brand. */
export function LeaveButton({ brand, siteId, onLeave, ...button }: LeaveButtonProps) {
  const { mcid, name, relationship } = brand;
  const client = useQueryClient();
  const user = useUser();
  const { name: channel } = useChannel(siteId);
  const joined = relationship === RELATION_JOINED;
  const leave = useCall("/brands/leave", {
    after: ["/brands/apply"],
    onSuccess: ({ relationship: left }) => {
      showRelations(client, siteId, new Map([[mcid, left]]));
      markStale(client);
      toast.success(joined ? words.left(name) : words.withdrawn(name));
    },
  });
  if (!hasPermission(user, "site.edit")) return null;
  return (
    <ConfirmButton
      size="xs"
      {...button}
      loading={leave.isPending}
      aria-label={joined ? words.leaveOf(name) : words.withdrawOf(name)}
      title={joined ? words.leaveTitle(name) : words.withdrawTitle(name)}
      question={joined ? words.leaveHelp(channel, name) : words.withdrawHelp(channel, name)}
      confirm={joined ? words.leaveConfirm : words.withdrawConfirm}
      onConfirm={() => {
        onLeave?.();
        leave.mutate({ attributes: { mcid, site_id: siteId } });
      }}
    >
      {joined ? words.leave : words.withdraw}
    </ConfirmButton>
  );
}
