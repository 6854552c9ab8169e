import { Button, Group, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";

import { useReauthForm } from "@/api/form/useReauthForm";
import type { Postback } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { postback as words } from "@/text/postbacks/postback";
import { formatDateTime } from "@/ui/base/format";
import { CopyField } from "@/ui/form/CopyField";
import { FormNote } from "@/ui/form/FormNote";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { Panel } from "@/ui/layout/Panel";

/** Shows a postback's secret once, or replaces it. */
export function SecretPanel({ postback }: { postback: Postback }) {
  const { time_zone } = useUser();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRef(false);
  const { form, reauth, submit, busy, failure } = useReauthForm("/postback/secret", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ id: postback.id, password, rotate: rotate.current }),
    refresh: ["/postback/list"],
    onSuccess: (shown) => {
      form.reset();
      setSecret(shown.secret);
    },
  });
  const shownAt = postback.secret_shown_at;
  const old = postback.old_secret_until;
  return (
    <Panel title={words.secret}>
      <Text c="dimmed">{words.secretHelp}</Text>
      {secret && <CopyField label={words.secret} value={secret} />}
      <Text size="sm">
        {shownAt ? words.secretSeen(formatDateTime(shownAt, time_zone)) : words.secretUnseen}
        {old && Date.parse(old) > Date.now() && (
          <> {words.oldSecret(formatDateTime(old, time_zone))}</>
        )}
      </Text>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <ReauthInput
            of={{
              ...reauth,
              confirm: () => {
                rotate.current = shownAt !== null;
                reauth.confirm();
              },
            }}
            label={words.password}
            help={words.passwordHelp}
            passkey={shownAt ? words.rotateByPasskey : words.showByPasskey}
          />
          <FormNote text={failure} />
          <Group gap="xs">
            {!shownAt && (
              <Button
                type="submit"
                variant="default"
                loading={busy}
                onClick={() => {
                  rotate.current = false;
                }}
              >
                {words.show}
              </Button>
            )}
            <Button
              type="submit"
              variant="default"
              loading={busy}
              onClick={() => {
                rotate.current = true;
              }}
            >
              {words.rotate}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
