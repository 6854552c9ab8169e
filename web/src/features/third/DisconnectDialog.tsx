import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form";
import * as codes from "@/api/gen/codes.gen";
import { common } from "@/text/common";
import { third } from "@/text/third";
import { DialogFrame } from "@/ui/DialogFrame";
import { toast } from "@/ui/toasts";

import { labelOf } from "./label";

/** Takes a provider off, for whoever gives the password. */
export function DisconnectDialog({ provider, onGone }: { provider: string; onGone: () => void }) {
  const label = labelOf(provider);
  const [opened, setOpened] = useState(true);
  const { form, submit, busy } = useCallForm("/user/third_unbind", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ provider, password }),
    places: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh: ["/user/third_list", "/user/audit"],
    onSuccess: () => {
      toast.done(third.disconnected(label));
      setOpened(false);
    },
  });
  return (
    <DialogFrame
      opened={opened}
      onClose={() => setOpened(false)}
      onGone={onGone}
      title={third.disconnectFrom(label)}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{third.disconnectHelp(label)}</Text>
          <PasswordInput
            label={third.password}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => setOpened(false)}>
              {common.cancel}
            </Button>
            <Button color="red" type="submit" loading={busy}>
              {third.disconnect}
            </Button>
          </Group>
        </Stack>
      </form>
    </DialogFrame>
  );
}
