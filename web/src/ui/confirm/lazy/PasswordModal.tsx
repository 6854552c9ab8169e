import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { Attributes, Path } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

type GuardedPath =
  | "/payments/method_default"
  | "/payments/method_del"
  | "/staff/lock"
  | "/staff/reset"
  | "/user/close"
  | "/user/third_unbind"
  | "/user/two_step_end";

/** A call, and what it takes besides the password. */
type GuardedCall = {
  [P in GuardedPath]: { path: P; attributes: Omit<Attributes<P>, "password"> };
}[GuardedPath];

export interface PasswordPrompt {
  call: GuardedCall;
  title: string;
  /** What will happen. */
  help: string;
  label: string;
  labelHelp?: string;
  confirm: string;
  destroys?: boolean;
  /** The toast once it is done. */
  done: string;
  refresh?: Path[];
  onDone?: () => void;
}

export interface PasswordModalProps extends PasswordPrompt {
  onClosed: () => void;
}

/** Asks for the password and then makes the call. */
export function PasswordModal(props: PasswordModalProps) {
  const { call, title, help, label, labelHelp, confirm, destroys, done } = props;
  const { refresh, onDone, onClosed } = props;
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy, failure } = useCallForm(call.path, {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ ...call.attributes, password }) as Attributes<GuardedPath>,
    fieldByCode: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh,
    onSuccess: () => {
      toast.success(done);
      close();
      onDone?.();
    },
  });
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={title}>
      <form noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Text>{help}</Text>
          <PasswordInput
            label={label}
            autoComplete="current-password"
            data-autofocus
            {...(labelHelp && withHelp(labelHelp, form.errors.password))}
            {...form.getInputProps("password")}
          />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" color={destroys ? "red" : undefined} loading={busy}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}
