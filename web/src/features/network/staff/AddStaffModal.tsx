import { Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { staff as words } from "@/text/network/staff";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** Adds a member of staff, who is mailed a link to choose a password. */
export function AddStaffModal({ onClosed }: { onClosed: () => void }) {
  const { uid, id } = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm("/staff/add", {
    initialValues: { email: "", password: "" },
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "password", [codes.EMAIL_TAKEN]: "email" },
    draft: `network_staff ${uid} ${id}`,
    refresh: ["/staff/list"],
    onSuccess: () => {
      toast.success(words.added(form.values.email));
      close();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.addTitle}>
      <form noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Text>{words.addHelp}</Text>
          <TextInput
            label={words.email}
            type="email"
            autoComplete="off"
            data-autofocus
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label={words.password}
            autoComplete="current-password"
            {...withHelp(words.passwordHelp, form.errors.password)}
            {...form.getInputProps("password")}
          />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {words.addIt}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
