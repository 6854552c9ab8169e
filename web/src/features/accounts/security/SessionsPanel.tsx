import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/api/form/failureText";
import type { OpenSession } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { publishersOf } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/accounts/security";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import { locationOf } from "./locationOf";

const currentFirst = (one: OpenSession, other: OpenSession) =>
  Number(other.current) - Number(one.current);

/** The account's sessions, each with a button to end it. */
export function SessionsPanel() {
  const user = useUser();
  const { time_zone: zone } = user;
  const answer = useQuery(query("/auth/sessions"));
  const others = answer.data?.list.filter(({ current }) => !current) ?? [];
  const end = useCall("/auth/session_end", { refresh: ["/auth/sessions", "/user/audit"] });
  const endOthers = async () => {
    try {
      for (const { id } of others) await end.mutateAsync({ attributes: { id } });
    } catch {
      return; // What failed is said below.
    }
    toast.success(security.endedOthers);
  };
  return (
    <Panel
      title={security.sessions}
      action={
        others.length > 1 &&
        !user.impersonated_by && (
          <ConfirmButton
            size="xs"
            loading={end.isPending}
            title={security.endOthersTitle}
            question={security.endOthersQuestion(others.length)}
            confirm={security.endOthers}
            onConfirm={() => void endOthers()}
          >
            {security.endOthers}
          </ConfirmButton>
        )
      }
    >
      <FormNote text={end.error && failureText(end.error)} />
      <Answer of={answer} waiting={<SkeletonRows rows={2} height={56} />}>
        {({ list }) => (
          <RowList>
            {list.toSorted(currentFirst).map((session) => (
              <SessionRow key={session.id} session={session} zone={zone} />
            ))}
          </RowList>
        )}
      </Answer>
    </Panel>
  );
}

/** One session: what it runs on, where, and when it was last used. */
function SessionRow({ session, zone }: { session: OpenSession; zone: string }) {
  const user = useUser();
  const end = useCall("/auth/session_end", {
    refresh: ["/auth/sessions", "/user/audit"],
    onSuccess: () => toast.success(security.ended),
  });
  const device = session.device || security.unknownDevice;
  const words = [
    ...(publishersOf(user).length > 1 ? [session.publisher] : []),
    locationOf(session),
    security.lastSeen(formatDateTime(session.last_seen, zone)),
  ];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {session.current && <StatusBadge state="approved">{security.thisSession}</StatusBadge>}
        </Group>
        <Hint size="sm">{words.join(" · ")}</Hint>
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
