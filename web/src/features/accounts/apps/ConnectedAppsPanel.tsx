import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ConnectedApp } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { apps as words } from "@/text/accounts/apps";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { loadable } from "@/ui/base/loadable";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

const AppRequests = loadable(() =>
  import("./lazy/AppRequests").then(({ AppRequests }) => AppRequests),
);

/** The apps that act for the user, each with a button to end it. */
export function ConnectedAppsPanel() {
  const answer = useQuery(query("/user/app_list"));
  const { impersonated_by } = useUser();
  return (
    <Panel
      title={words.connected}
      action={
        <AnchorLink to="/tools/apis/$" params={{ _splat: "guides/agents" }} size="sm">
          {words.howTo}
        </AnchorLink>
      }
    >
      <Hint size="sm">{words.connectedHelp}</Hint>
      <Answer of={answer} waiting={<SkeletonRows rows={1} height={56} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <RowList>
              {list.map((app) => (
                <AppRow key={app.id} app={app} />
              ))}
            </RowList>
          )
        }
      </Answer>
      {!impersonated_by && <AppRequests />}
    </Panel>
  );
}

/** Days after which a connection ends, however often it is used. */
const LONGEST = 180;
const DAY = 86_400_000;

/** When a connection ends: the end moves with each use, except one that no use puts off. */
function endText({ created_at, expires_at }: ConnectedApp, zone: string): string {
  const days = (Date.parse(expires_at) - Date.parse(created_at)) / DAY;
  const when = formatDateTime(expires_at, zone);
  return days < LONGEST - 1 ? words.endsUnlessUsed(when) : words.endsAtLatest(when);
}

/** An app: what it calls itself, where it is, and what it may do. */
function AppRow({ app }: { app: ConnectedApp }) {
  const { time_zone: zone, impersonated_by } = useUser();
  const { id, name, goes_to, scopes, created_at, last_used_at } = app;
  const end = useCall("/user/app_end", {
    refresh: ["/user/app_list", "/user/audit"],
    onSuccess: () => toast.success(words.ended(name)),
  });
  const facts = [
    goes_to,
    words.since(formatDateTime(created_at, zone)),
    endText(app, zone),
    last_used_at ? words.lastUsed(formatDateTime(last_used_at, zone)) : words.unused,
  ];
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <Stack gap={2} miw={0}>
        <Text fw={500}>{name}</Text>
        <Hint size="sm">{facts.join(" · ")}</Hint>
        {scopes.map((scope) => (
          <Hint key={scope} size="sm">
            {words.scopeNames[scope]}
          </Hint>
        ))}
      </Stack>
      {!impersonated_by && (
        <ConfirmButton
          size="xs"
          flex="none"
          loading={end.isPending}
          aria-label={words.endOf(name)}
          title={words.endTitle}
          question={words.endQuestion(name)}
          confirm={words.end}
          onConfirm={() => end.mutate({ attributes: { id } })}
        >
          {words.end}
        </ConfirmButton>
      )}
    </Group>
  );
}
