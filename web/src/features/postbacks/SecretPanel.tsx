import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useRef, useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { Postback } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { postback as words } from "@/text/postbacks/postback";
import { formatDateTime } from "@/ui/base/format";
import { CopyField } from "@/ui/form/CopyField";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

/** Shows a postback's secret once, or replaces it. */
export function SecretPanel({ postback }: { postback: Postback }) {
  const { time_zone } = useUser();
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useRef(false);
  const { form, submit, busy, failure } = useCallForm("/postback/secret", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ id: postback.id, password, rotate: rotate.current }),
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh: ["/postback/list"],
    onSuccess: (shown) => {
      form.reset();
      setSecret(shown.secret);
    },
  });
  const field = fieldsOf(form);
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
          <PasswordInput
            {...field("password", words.password, words.passwordHelp)}
            autoComplete="current-password"
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
