import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Passkey } from "@/api/gen/types.gen";
import { canUsePasskeys } from "@/api/passkeySupport";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { passkeys as words } from "@/text/accounts/passkeys";
import { security } from "@/text/accounts/security";
import { formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { overlay } from "@/ui/base/overlay";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { Panel } from "@/ui/layout/Panel";
import { RowList } from "@/ui/table/RowList";

const AddPasskeyModal = overlay(() =>
  import("./AddPasskeyModal").then(({ AddPasskeyModal }) => AddPasskeyModal),
);
const RenamePasskeyModal = overlay(() =>
  import("./RenamePasskeyModal").then(({ RenamePasskeyModal }) => RenamePasskeyModal),
);

/** The queries to refetch after a passkey was added or removed. */
const REFRESH = ["/user/passkey_list", "/user/changes", "/auth/sessions", "/user/audit"] as const;

type Asked = { do: "add" } | { do: "rename" | "remove"; passkey: Passkey };

/**
 * The account's passkeys, and buttons to add, rename and remove them; renders nothing if passkeys
 * are not available.
 */
export function PasskeysPanel() {
  const user = useUser();
  const answer = useQuery(query("/user/passkey_list"));
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const isOwn = !user.impersonated_by;
  if (answer.data && !answer.data.rp_id) return null;
  return (
    <Panel
      title={words.title}
      action={
        isOwn &&
        canUsePasskeys() && (
          <Button size="xs" variant="default" onClick={() => setAsked({ do: "add" })}>
            {words.add}
          </Button>
        )
      }
    >
      <Hint size="sm">{words.help}</Hint>
      <Answer of={answer} waiting={<SkeletonRows rows={1} height={56} />}>
        {({ list }) =>
          list.length === 0 ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <RowList>
              {list.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  zone={user.time_zone}
                  onAsk={isOwn ? (what) => setAsked({ do: what, passkey }) : undefined}
                />
              ))}
            </RowList>
          )
        }
      </Answer>
      {asked?.do === "add" && <AddPasskeyModal refresh={[...REFRESH]} onClosed={close} />}
      {asked?.do === "rename" && <RenamePasskeyModal passkey={asked.passkey} onClosed={close} />}
      {asked?.do === "remove" && (
        <LazyPasswordModal
          call={{ path: "/user/passkey_del", attributes: { id: asked.passkey.id } }}
          title={words.removeTitle}
          help={words.removeHelp(asked.passkey.name)}
          label={words.yourPassword}
          confirm={words.remove}
          destroys
          code={user.two_step ? { label: security.codeNow, help: security.codeNowHelp } : undefined}
          done={(waits) =>
            waits ? words.removedOn(formatDateTime(waits, user.time_zone)) : words.removed
          }
          refresh={[...REFRESH]}
          onDone={(waits) => !waits && void forget(answer.data?.rp_id ?? "", asked.passkey)}
          onClosed={close}
        />
      )}
    </Panel>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  zone: string;
  onAsk?: (what: "rename" | "remove") => void;
}

/** A passkey: its name, its device and its age. */
function PasskeyRow({ passkey, zone, onAsk }: PasskeyRowProps) {
  const { name, device, synced, created_at, last_used_at } = passkey;
  const facts = [
    device !== name && device,
    synced ? words.synced : words.onlyHere,
    words.addedOn(formatDateTime(created_at, zone)),
    last_used_at ? words.lastUsed(formatDateTime(last_used_at, zone)) : words.neverUsed,
  ];
  return (
    <Group component="li" justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <Text fw={500}>{name}</Text>
        <Hint size="sm">{facts.filter(Boolean).join(" · ")}</Hint>
      </Stack>
      {onAsk && (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={words.renameOf(name)}
            onClick={() => onAsk("rename")}
          >
            {words.rename}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={words.removeOf(name)}
            onClick={() => onAsk("remove")}
          >
            {words.remove}
          </Button>
        </Group>
      )}
    </Group>
  );
}

async function forget(rpId: string, { credential_id }: Passkey) {
  if (!canUsePasskeys()) return;
  const { forgetPasskey } = await import("@/api/passkeyPrompt");
  await forgetPasskey(rpId, credential_id);
}
