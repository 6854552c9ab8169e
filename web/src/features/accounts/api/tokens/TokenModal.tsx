import {
  Button,
  Checkbox,
  CheckboxGroup,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import * as codes from "@/api/gen/codes.gen";
import { SITE_STATUS_APPROVED } from "@/api/gen/enums.gen";
import type { ApiToken, Scope } from "@/api/gen/types.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { api as words } from "@/text/accounts/api";
import { formatDateTime } from "@/ui/base/format";
import { CopyField } from "@/ui/form/CopyField";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { useChannels } from "@/ui/picker/useChannels";

const SCOPES = Object.entries(words.scopeNames) as Array<[Scope, string]>;
const DAY = 86_400_000;
/** The choice that keeps the day on which a token expires. */
const SAME = "same";
/** Stands for the password in the sandbox, where a token reaches nothing of the account and none is asked for. */
const NOT_ASKED = "not asked";

interface TokenModalProps {
  /** The token that gets a new secret; null makes another token. */
  rotated: ApiToken | null;
  onClosed: () => void;
}

/** Makes or rotates a token, and then shows it, once. */
export function TokenModal({ rotated, onClosed }: TokenModalProps) {
  const user = useUser();
  const { uid, time_zone: zone } = user;
  // A channel that is not approved makes no links; that of a rotated token stays.
  const channels = useChannels().filter(
    ({ id, status }) => status === SITE_STATUS_APPROVED || id === rotated?.site_id,
  );
  const [opened, setOpened] = useState(true);
  const [secret, setSecret] = useState<string | null>(null);
  const { form, reauth, ...sending } = useReauthForm("/common/gen_token", {
    initialValues: {
      name: rotated?.name ?? "",
      scopes: rotated?.scopes ?? ([] as Scope[]),
      site_id: String(rotated?.site_id ?? ""),
      days: rotated ? (rotated.expires_at ? SAME : "") : "90",
      password: user.sandbox ? NOT_ASKED : "",
    },
    attributes: ({ days, site_id, password, ...values }) => ({
      ...values,
      password: user.sandbox ? undefined : password,
      id: rotated?.id,
      site_id: site_id ? Number(site_id) : undefined,
      expires_at: days === SAME ? undefined : expiryAfter(days),
    }),
    // A token that is to work until it is revoked says so with null.
    clears: true,
    fieldByCode: { [codes.SITE_INVALID]: "site_id" },
    draft: `token ${uid} ${rotated?.id ?? "new"}`,
    refresh: ["/common/token_list"],
    onSuccess: ({ token }) => setSecret(token),
  });
  const field = fieldsOf(form);
  const lifetimes = Object.entries(words.lifetimes).map(([value, label]) => ({ value, label }));
  if (rotated?.expires_at) {
    const label = words.sameExpiry(formatDateTime(rotated.expires_at, zone));
    lifetimes.unshift({ value: SAME, label });
  }
  const close = () => setOpened(false);
  const title = secret ? words.madeTitle : rotated ? words.rotateTitle(rotated.name) : words.make;
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={title}>
      {secret ? (
        <Stack gap="lg">
          <Text>{words.madeHelp}</Text>
          <CopyField label={words.token} value={secret} />
          <Group justify="flex-end">
            <Button onClick={close}>{words.done}</Button>
          </Group>
        </Stack>
      ) : (
        <Form {...sending} save={rotated ? words.rotateIt : words.makeIt} onCancel={close} gap="lg">
          {rotated && <Text>{words.rotateHelp}</Text>}
          <TextInput {...field("name", words.name, words.nameHelp)} data-autofocus />
          <CheckboxGroup label={words.scopes} {...form.getInputProps("scopes")}>
            <Stack gap="xs" mt={8}>
              {SCOPES.filter(([scope]) => hasPermission(user, scope)).map(([scope, label]) => (
                <Checkbox key={scope} value={scope} label={label} />
              ))}
            </Stack>
          </CheckboxGroup>
          <NativeSelect label={words.expires} data={lifetimes} {...form.getInputProps("days")} />
          {channels.length > 1 && (
            <NativeSelect
              {...field("site_id", words.channel, words.channelHelp)}
              data={[
                { value: "", label: words.defaultChannel },
                ...channels.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
            />
          )}
          {!user.sandbox && (
            <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
          )}
        </Form>
      )}
    </AppModal>
  );
}

const expiryAfter = (days: string) =>
  days ? new Date(Date.now() + Number(days) * DAY).toISOString() : null;
