import { PasswordInput, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Attributes, Path } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, withHelp } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

type GuardedPath =
  | "/payments/method_default"
  | "/payments/method_del"
  | "/staff/lock"
  | "/staff/reset"
  | "/user/close"
  | "/user/team_invite"
  | "/user/team_leave"
  | "/user/team_remove"
  | "/user/team_transfer"
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
  help: ReactNode;
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
  const { form, ...sending } = useCallForm(call.path, {
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
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={title}>
      <Form
        {...sending}
        save={confirm}
        color={destroys ? "red" : undefined}
        onCancel={close}
        gap="lg"
      >
        <Text component="div">{help}</Text>
        <PasswordInput
          {...field("password", label)}
          autoComplete="current-password"
          data-autofocus
          {...(labelHelp && withHelp(labelHelp, form.errors.password))}
        />
      </Form>
    </AppModal>
  );
}
