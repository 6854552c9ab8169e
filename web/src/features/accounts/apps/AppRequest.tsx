import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AgentRequest, RequestChange } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { appRequests as words } from "@/text/accounts/appRequests";
import { shell } from "@/text/core/shell";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";
import { plainText, requestState } from "./requestState";

/** What an app asks for, which its person approves or declines. Opening the page decides nothing. */
export function AppRequest({ id }: { id: number | undefined }) {
  const { impersonated_by } = useUser();
  return (
    <>
      <PageHeader title={shell.appRequest} />
      {impersonated_by ? (
        <Callout state="rejected" title={words.impersonated}>
          <Text size="sm">{words.impersonatedHelp}</Text>
        </Callout>
      ) : id ? (
        <Request id={id} />
      ) : (
        <Missing />
      )}
    </>
  );
}

function Missing() {
  return <EmptyState title={words.missing} help={words.missingHelp} />;
}

function Request({ id }: { id: number }) {
  const answer = useQuery(query("/agents/request_info", { attributes: { id } }));
  return (
    <Answer of={answer} missing={<Missing />}>
      {(request) => <Details request={request} onFailure={() => void answer.refetch()} />}
    </Answer>
  );
}

/** The calls that show what a request may have changed. */
const REFRESHED = [
  "/agents/request_info",
  "/agents/requests",
  "/brands/applications",
  "/brands/find",
  "/brands/info",
  "/reports/books_list",
  "/tools/broken_links",
  "/tools/links",
  "/user/audit",
] as const;

function Details({ request, onFailure }: { request: AgentRequest; onFailure: () => void }) {
  const { time_zone: zone } = useUser();
  const { id, app, path, goes_to, created_at, expires_at, decided_at } = request;
  const { look, label } = requestState(request);
  const waits = request.state === "pending";
  const decide = useCall("/agents/request_decide", { refresh: [...REFRESHED] });
  // Until the decision is shown, which is a moment after it was made.
  const busy = decide.isPending || decide.isSuccess;
  const answer = (approve: boolean) => {
    if (busy) return;
    decide.mutate({ attributes: { id, approve } }, { onError: onFailure });
  };
  const facts = [
    words.asked(formatDateTime(created_at, zone)),
    decided_at
      ? words.decided(formatDateTime(decided_at, zone))
      : words.expires(formatDateTime(expires_at, zone)),
  ];
  return (
    <Panel
      title={words.asks(app, words.calls[path] ?? path)}
      action={<StatusBadge state={look}>{label}</StatusBadge>}
    >
      <Hint size="sm">
        {words.notVerified} <b>{goes_to}</b>.
      </Hint>
      <Hint size="sm">{facts.join(" · ")}</Hint>
      <Outcome request={request} />
      <Changes request={request} />
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {words.arguments}
        </Text>
        <Code block style={WRAPPED}>
          {path}
          {"\n"}
          {plainText(JSON.stringify(request.arguments, leaveOutNull, 2))}
        </Code>
      </Stack>
      {waits && (
        <>
          <Text size="sm">{words.asYou}</Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={() => answer(false)}>
              {words.decline}
            </Button>
            <Button loading={busy} onClick={() => answer(true)}>
              {words.approve}
            </Button>
          </Group>
        </>
      )}
    </Panel>
  );
}

/** Null stands for what the app did not say, in all arguments. */
const leaveOutNull = (_: string, value: unknown) => value ?? undefined;

const WRAPPED = { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } as const;
const ANYWHERE = { overflowWrap: "anywhere" } as const;

/** How a request ended. */
function Outcome({ request: { state, outcome } }: { request: AgentRequest }) {
  if (state === "pending") return null;
  if (!outcome) return state === "approved" ? null : <Text>{words[state]}</Text>;
  if (outcome.code) {
    return (
      <Callout state="rejected" title={words.refused}>
        <Text size="sm">{outcome.message}</Text>
      </Callout>
    );
  }
  return (
    <>
      <Text>{words.approved}</Text>
      {outcome.refused.length > 0 && (
        <Callout state="rejected" title={words.partly}>
          {outcome.refused.map((each) => (
            <Text key={each} size="sm" style={ANYWHERE}>
              {plainText(each)}
            </Text>
          ))}
        </Callout>
      )}
    </>
  );
}

function Changes({
  request: { state, outcome, changes, changes_total },
}: {
  request: AgentRequest;
}) {
  const made = state === "approved" && outcome?.code === 0;
  const title = state === "pending" ? words.changes : made ? words.changesMade : words.changesThen;
  const more = changes_total - changes.length;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      {changes.length === 0 ? (
        <Hint size="sm">{words.noChanges}</Hint>
      ) : (
        <RowList label={title}>
          {changes.map((change) => (
            <ChangeRow key={`${change.subject} ${change.field}`} change={change} />
          ))}
        </RowList>
      )}
      {more > 0 && <Hint size="sm">{words.more(more)}</Hint>}
    </Stack>
  );
}

/** Fields whose values are words of ours; those of all others are texts. */
const WORDS = new Set(["ignored", "relationship", "retired"]);

function ChangeRow({ change: { subject, field, before, after } }: { change: RequestChange }) {
  const show = (value: string | null) =>
    value === null
      ? words.nothing
      : WORDS.has(field)
        ? (words.values[value] ?? value)
        : plainText(value);
  return (
    <Stack component="li" gap={2}>
      <Hint size="sm" style={ANYWHERE}>
        {plainText(subject)}
      </Hint>
      <Text size="sm" fw={500}>
        {words.fields[field] ?? field}
      </Text>
      {(before !== null || after !== null) && (
        <>
          <Text size="sm" style={ANYWHERE}>
            <Hint span>{words.before}</Hint>{" "}
            {before === null ? words.nothing : <s>{show(before)}</s>}
          </Text>
          <Text size="sm" style={ANYWHERE}>
            <Hint span>{words.after}</Hint> {show(after)}
          </Text>
        </>
      )}
    </Stack>
  );
}
