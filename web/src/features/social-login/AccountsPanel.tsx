import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { useUser } from "@/api/user";
import { useDeparture } from "@/features/social-login/redirect/useDeparture";
import { third } from "@/text/account/third";
import { moment } from "@/ui/base/format";
import { PasswordDialog } from "@/ui/confirm/PasswordDialog";
import { FailedState } from "@/ui/feedback/FailedState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import { labelOf } from "./label";

/** The providers that sign one in, and those that could; without any, nothing. */
export function AccountsPanel() {
  const { time_zone: zone } = useUser();
  const providers = useQuery(query("/auth/third_providers"));
  const bound = useQuery(query("/user/third_list"));
  const { busy, depart } = useDeparture();
  const [leaving, setLeaving] = useState("");
  const error = providers.error ?? bound.error;
  if (providers.data?.list.length === 0 && !bound.data?.list.length) return null;
  const known = providers.data?.list ?? [];
  const kept = bound.data?.list ?? [];
  // One that the settings no longer name can still be taken off.
  const names = [
    ...new Set([...known, ...kept.map(({ provider: name }) => ({ name }))].map((one) => one.name)),
  ];
  return (
    <Panel title={third.accounts}>
      <Text size="sm" c="dimmed">
        {third.accountsHelp}
      </Text>
      {providers.data && bound.data ? (
        <RowList>
          {names.map((name) => {
            const label = known.find((one) => one.name === name)?.label ?? labelOf(name);
            const found = kept.find(({ provider }) => provider === name);
            return (
              <Group component="li" key={name} justify="space-between" wrap="nowrap" gap="sm">
                <Stack gap={2} miw={0}>
                  <Text fw={500}>{label}</Text>
                  <Text size="sm" c="dimmed" truncate>
                    {found
                      ? [found.email, third.since(moment(found.bound_at, zone))]
                          .filter(Boolean)
                          .join(" · ")
                      : third.notConnected}
                  </Text>
                </Stack>
                {found ? (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    aria-label={third.disconnectFrom(label)}
                    onClick={() => setLeaving(name)}
                  >
                    {third.disconnect}
                  </Button>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    disabled={busy}
                    aria-label={third.connectTo(label)}
                    onClick={() => void depart(name, { binding: true })}
                  >
                    {third.connect}
                  </Button>
                )}
              </Group>
            );
          })}
        </RowList>
      ) : error ? (
        <FailedState
          error={error}
          busy={providers.isFetching || bound.isFetching}
          onRetry={() => {
            void providers.refetch();
            void bound.refetch();
          }}
        />
      ) : (
        <SkeletonRows rows={1} height={56} />
      )}
      {leaving && (
        <PasswordDialog
          deed={{ path: "/user/third_unbind", about: { provider: leaving } }}
          title={third.disconnectFrom(labelOf(leaving))}
          help={third.disconnectHelp(labelOf(leaving))}
          label={third.password}
          confirm={third.disconnect}
          destroys
          done={third.disconnected(labelOf(leaving))}
          refresh={["/user/third_list", "/user/audit"]}
          onGone={() => setLeaving("")}
        />
      )}
    </Panel>
  );
}
