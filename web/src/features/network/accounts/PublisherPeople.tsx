import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { NetworkChange, NetworkMember } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { ReasonModal } from "@/features/network/ReasonModal";
import { guardedChange } from "@/text/accounts/guardedChange";
import { team } from "@/text/accounts/team";
import { accounts as words } from "@/text/network/accounts";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ChangeFacts } from "@/ui/change/ChangeFacts";
import { Answer } from "@/ui/feedback/Answer";
import { toast } from "@/ui/feedback/toasts";
import { RowList } from "@/ui/table/RowList";

/** The publisher's changes that wait or whose stop holds payments. */
export const changesQuery = (uid: number) => query("/network/changes", { filter: { uid } });

/** The publisher's members, each with a button that ends a lost second step. */
export function Members({ uid, members }: { uid: number; members: NetworkMember[] }) {
  const [asked, setAsked] = useState<NetworkMember | null>(null);
  const end = useCall("/network/two_step_end", {
    refresh: ["/network/changes"],
    onSuccess: () => toast.success(words.turnedOff(asked?.username ?? "")),
  });
  return (
    <Stack component="section" gap="sm" aria-label={words.team}>
      <Title order={3}>{words.team}</Title>
      {members.length === 0 && <Hint>{words.noTeam}</Hint>}
      <RowList label={words.team}>
        {members.map((member) => (
          <Group component="li" key={member.id} justify="space-between" gap="sm">
            <Stack gap={2} miw={0}>
              <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
                {member.username}
              </Text>
              <Hint>{`${member.email} · ${team.roles[member.role]}`}</Hint>
            </Stack>
            {member.two_step && (
              <Button
                size="xs"
                variant="default"
                aria-label={words.turnOffTitle(member.username)}
                onClick={() => setAsked(member)}
              >
                {words.turnOff}
              </Button>
            )}
          </Group>
        ))}
      </RowList>
      <ReasonModal
        key={asked?.id}
        name={asked?.username ?? ""}
        words={{
          title: words.turnOffTitle(asked?.username ?? ""),
          help: words.turnOffHelp,
          confirm: words.turnOffIt,
        }}
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onReason={(reason) =>
          end.mutateAsync({ attributes: { uid, account_id: asked?.id ?? null, reason } })
        }
      />
    </Stack>
  );
}

type Asked = { change: NetworkChange; what: "hasten" | "stop" };

/** What waits, and what two members of staff, or one, can do about it. */
export function Changes({ uid, zone }: { uid: number; zone: string }) {
  const answer = useQuery(changesQuery(uid));
  const [asked, setAsked] = useState<Asked | null>(null);
  const hasten = useCall("/network/change_hasten", {
    refresh: ["/network/changes", "/network/account_info"],
    onSuccess: ({ done }) => toast.success(done ? words.hastened : words.hastenAsked),
  });
  const stop = useCall("/network/change_stop", {
    refresh: ["/network/changes", "/network/account_info"],
    onSuccess: () => toast.success(words.stoppedChange),
  });
  const headline = asked ? guardedChange.headline(asked.change) : "";
  return (
    <Stack component="section" gap="sm" aria-label={words.changes}>
      <Title order={3}>{words.changes}</Title>
      <Answer of={answer}>
        {({ list }) =>
          list.length === 0 ? (
            <Hint>{words.noChanges}</Hint>
          ) : (
            <RowList label={words.changes}>
              {list.map((change) => (
                <ChangeRow
                  key={change.id}
                  change={change}
                  zone={zone}
                  onAsk={(what) => setAsked({ change, what })}
                />
              ))}
            </RowList>
          )
        }
      </Answer>
      <ReasonModal
        key={`${asked?.what} ${asked?.change.id}`}
        name={headline}
        words={
          asked?.what === "stop"
            ? {
                title: words.stopTitle(headline),
                help: words.stopChangeHelp,
                confirm: words.stopChange,
              }
            : {
                title: words.hastenTitle(headline),
                help: words.hastenHelp,
                confirm: words.hasten,
              }
        }
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onReason={(reason) => {
          const attributes = { uid, id: asked?.change.id ?? 0, reason };
          return asked?.what === "stop"
            ? stop.mutateAsync({ attributes })
            : hasten.mutateAsync({ attributes });
        }}
      />
    </Stack>
  );
}

interface ChangeRowProps {
  change: NetworkChange;
  zone: string;
  onAsk: (what: Asked["what"]) => void;
}

function ChangeRow({ change, zone, onAsk }: ChangeRowProps) {
  const { stopped_at, hastened_by, hastened_reason, waits_until } = change;
  const headline = guardedChange.headline(change);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0} flex="1 1 220px">
        <Text size="sm" fw={500}>
          {headline}
        </Text>
        <Hint>
          {stopped_at
            ? words.heldSince(formatDateTime(stopped_at, zone))
            : guardedChange.until(change, formatDateTime(waits_until, zone))}
        </Hint>
        <ChangeFacts change={change} zone={zone} />
        {hastened_by && <Hint>{words.askedBy(hastened_by, hastened_reason ?? "")}</Hint>}
      </Stack>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          aria-label={words.hastenTitle(headline)}
          onClick={() => onAsk("hasten")}
        >
          {words.hasten}
        </Button>
        {!stopped_at && (
          <Button
            size="xs"
            variant="default"
            aria-label={words.stopTitle(headline)}
            onClick={() => onAsk("stop")}
          >
            {words.stopChange}
          </Button>
        )}
      </Group>
    </Group>
  );
}
