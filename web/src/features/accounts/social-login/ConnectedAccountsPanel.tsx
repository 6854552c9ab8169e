import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useProviderRedirect } from "@/features/accounts/social-login/redirect/useProviderRedirect";
import { socialLogin } from "@/text/accounts/socialLogin";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import { providerLabel } from "./providerLabel";

/** The connected providers and those that could be connected; renders nothing if there are none. */
export function ConnectedAccountsPanel() {
  const { time_zone: zone } = useUser();
  const providers = useQuery(query("/auth/third_providers"));
  const bound = useQuery(query("/user/third_list"));
  const { busy, depart } = useProviderRedirect();
  const [leaving, setLeaving] = useState("");
  const error = providers.error ?? bound.error;
  if (providers.data?.list.length === 0 && !bound.data?.list.length) return null;
  const known = providers.data?.list ?? [];
  const connected = bound.data?.list ?? [];
  // A provider that is no longer configured can still be disconnected.
  const names = [
    ...new Set(
      [...known, ...connected.map(({ provider: name }) => ({ name }))].map((one) => one.name),
    ),
  ];
  return (
    <Panel title={socialLogin.accounts}>
      <Hint size="sm">{socialLogin.accountsHelp}</Hint>
      {providers.data && bound.data ? (
        <RowList>
          {names.map((name) => {
            const label = known.find((one) => one.name === name)?.label ?? providerLabel(name);
            const connection = connected.find(({ provider }) => provider === name);
            return (
              <Group component="li" key={name} justify="space-between" wrap="nowrap" gap="sm">
                <Stack gap={2} miw={0}>
                  <Text fw={500}>{label}</Text>
                  <Text size="sm" c="dimmed" truncate>
                    {connection
                      ? [
                          connection.email,
                          socialLogin.since(formatDateTime(connection.bound_at, zone)),
                        ]
                          .filter(Boolean)
                          .join(" · ")
                      : socialLogin.notConnected}
                  </Text>
                </Stack>
                {connection ? (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    aria-label={socialLogin.disconnectFrom(label)}
                    onClick={() => setLeaving(name)}
                  >
                    {socialLogin.disconnect}
                  </Button>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    flex="none"
                    disabled={busy}
                    aria-label={socialLogin.connectTo(label)}
                    onClick={() => void depart(name, { binding: true })}
                  >
                    {socialLogin.connect}
                  </Button>
                )}
              </Group>
            );
          })}
        </RowList>
      ) : error ? (
        <ErrorState
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
        <LazyPasswordModal
          call={{ path: "/user/third_unbind", attributes: { provider: leaving } }}
          title={socialLogin.disconnectFrom(providerLabel(leaving))}
          help={socialLogin.disconnectHelp(providerLabel(leaving))}
          label={socialLogin.password}
          confirm={socialLogin.disconnect}
          destroys
          done={socialLogin.disconnected(providerLabel(leaving))}
          refresh={["/user/third_list", "/user/audit"]}
          onClosed={() => setLeaving("")}
        />
      )}
    </Panel>
  );
}
