import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";

import { useCallForm } from "@/api/form";
import * as codes from "@/api/gen/codes.gen";
import { common } from "@/text/common";
import { login } from "@/text/login";
import { toast } from "@/ui/toasts";

interface PasswordModalProps {
  /** A call that takes the password alone. */
  path: "/user/two_step_end" | "/user/close";
  title: string;
  help: string;
  confirm: string;
  /** Said once it is done. */
  done: string;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks for the password before something that cannot be taken back. */
export function PasswordModal(props: PasswordModalProps) {
  const { path, title, help, confirm, done, onDone, onClose } = props;
  const { form, submit, busy } = useCallForm(path, {
    initialValues: { password: "" },
    places: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh: onDone ? [] : ["/user/profile", "/user/audit"],
    onSuccess: () => {
      toast.done(done);
      onClose();
      onDone?.();
    },
  });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text>{help}</Text>
          <PasswordInput
            label={login.yourPassword}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" color="red" loading={busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
