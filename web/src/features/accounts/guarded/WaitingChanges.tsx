import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChangeKind, GuardedChange } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { guardedChange as words } from "@/text/accounts/guardedChange";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ChangeFacts } from "@/ui/change/ChangeFacts";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { Callout } from "@/ui/feedback/Callout";
import { toast } from "@/ui/feedback/toasts";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

/** The kinds of changes that a page shows; Login Information shows all. */
export const OF_PAYMENTS: ChangeKind[] = ["payee", "payee_removed"];
export const OF_TEAM: ChangeKind[] = ["role", "joined", "transfer"];

/** The changes that can still be stopped, each with a button that stops it; nothing if there are none. */
export function WaitingChanges({ kinds }: { kinds?: ChangeKind[] }) {
  const { time_zone: zone, guarded_until: guarded, impersonated_by } = useUser();
  const { data } = useQuery(query("/user/changes"));
  const stop = useCall("/user/change_stop", {
    // Sessions without a passkey have ended: the first of these leads to the sign-in.
    refresh: ["/user/changes", "/user/profile", "/payments/methods", "/user/team_list"],
  });
  const shown = (data?.list ?? []).filter(({ kind }) => !kinds || kinds.includes(kind));
  const ask = (change: GuardedChange) =>
    openConfirm({
      title: words.stopTitle,
      question: words.stopHelp,
      confirm: words.stop,
      destroys: true,
      onConfirm: () =>
        stop.mutate(
          { attributes: { id: change.id } },
          { onSuccess: () => toast.success(words.stopped) },
        ),
    });
  return (
    <>
      {guarded && kinds && (
        <Callout state="pending" title={words.newRoleTitle}>
          <Text size="sm">{words.newRoleHelp(formatDateTime(guarded, zone))}</Text>
        </Callout>
      )}
      {shown.length > 0 && (
        <Panel title={words.waiting}>
          <Hint size="sm">{words.waitingHelp}</Hint>
          <RowList>
            {shown.map((change) => {
              const headline = words.headline(change);
              return (
                <Group component="li" key={change.id} justify="space-between" gap="sm">
                  <Stack gap={4} miw={0} flex="1 1 260px">
                    <Text fw={500}>{headline}</Text>
                    <Hint size="sm">
                      {words.until(change, formatDateTime(change.waits_until, zone))}
                    </Hint>
                    <ChangeFacts change={change} zone={zone} />
                  </Stack>
                  {!impersonated_by && (
                    <Button
                      size="xs"
                      color="red"
                      variant="default"
                      aria-label={words.stopOf(headline)}
                      loading={stop.isPending}
                      onClick={() => ask(change)}
                    >
                      {words.stopShort}
                    </Button>
                  )}
                </Group>
              );
            })}
          </RowList>
        </Panel>
      )}
    </>
  );
}
