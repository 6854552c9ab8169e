import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { Attributes, Path } from "@/api/call";
import { useCallForm } from "@/api/form/form";
import * as codes from "@/api/gen/codes.gen";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { withHelp } from "@/ui/form/Field";
import { DialogFrame } from "@/ui/overlay/lazy/DialogFrame";

type Guarded =
  | "/payments/method_default"
  | "/payments/method_del"
  | "/user/close"
  | "/user/third_unbind"
  | "/user/two_step_end";

/** A call, and what it takes besides the password. */
type Deed = { [P in Guarded]: { path: P; about: Omit<Attributes<P>, "password"> } }[Guarded];

export interface PasswordQuestion {
  deed: Deed;
  title: string;
  /** What comes of it. */
  help: string;
  label: string;
  labelHelp?: string;
  confirm: string;
  destroys?: boolean;
  /** Said once it is done. */
  done: string;
  refresh?: Path[];
  onDone?: () => void;
}

export interface PasswordModalProps extends PasswordQuestion {
  onGone: () => void;
}

/** Asks for the password, once, and does what it was asked for. */
export function PasswordModal(props: PasswordModalProps) {
  const { deed, title, help, label, labelHelp, confirm, destroys, done } = props;
  const { refresh, onDone, onGone } = props;
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, submit, busy } = useCallForm(deed.path, {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ ...deed.about, password }) as Attributes<Guarded>,
    places: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh,
    onSuccess: () => {
      toast.done(done);
      close();
      onDone?.();
    },
  });
  return (
    <DialogFrame opened={opened} onClose={close} onGone={onGone} title={title}>
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
    </DialogFrame>
  );
}
