import { Group, Stack, Text } from "@mantine/core";

import type { OpenSession } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/account/security";
import { formatDateTime } from "@/ui/base/format";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";

import { locationOf } from "./locationOf";

/** One session: what it runs on, where, and when it was last used. */
export function SessionRow({ session, zone }: { session: OpenSession; zone: string }) {
  const user = useUser();
  const end = useCall("/auth/session_end", {
    refresh: ["/auth/sessions", "/user/audit"],
    onSuccess: () => toast.success(security.ended),
  });
  const device = session.device || security.unknownDevice;
  const words = [locationOf(session), security.lastSeen(formatDateTime(session.last_seen, zone))];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {session.current && <StatusBadge state="approved">{security.thisSession}</StatusBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {words.join(" · ")}
        </Text>
      </Stack>
      {!session.current && !user.impersonated_by && (
        <ConfirmButton
          size="xs"
          flex="none"
          loading={end.isPending}
          aria-label={security.endOf(device)}
          title={security.endTitle}
          question={security.endQuestion(device)}
          confirm={security.end}
          onConfirm={() => end.mutate({ attributes: { id: session.id } })}
        >
          {security.end}
        </ConfirmButton>
      )}
    </Group>
  );
}
