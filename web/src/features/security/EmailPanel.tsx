import { Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { useUser } from "@/api/user/useUser";
import { security } from "@/text/account/security";
import { Callout } from "@/ui/feedback/Callout";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

const EMPTY = { email: "", password: "" };

/** Another email address, which counts once the link that goes there is opened. */
export function EmailPanel() {
  const user = useUser();
  const [newAddress, setNewAddress] = useState("");
  const { form, submit, busy, failure } = useCallForm("/user/email_edit", {
    initialValues: EMPTY,
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    draft: `email ${user.uid}`,
    refresh: ["/user/audit"],
    onSuccess: (_, { attributes }) => {
      setNewAddress(attributes.email);
      form.setValues(EMPTY);
    },
  });
  return (
    <Panel title={security.email} tall>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {security.emailNow(user.login_email)}
          </Text>
          {newAddress && newAddress !== user.login_email && (
            <Callout state="pending" title={security.emailAskedTitle}>
              <Text size="sm">{security.emailAsked(newAddress)}</Text>
            </Callout>
          )}
          <TextInput
            label={security.newEmail}
            type="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label={security.yourPassword}
            autoComplete="current-password"
            {...form.getInputProps("password")}
          />
          <FormNote text={failure} />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={busy}>
              {security.changeEmail}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
