import { Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Attributes, Path } from "@/api/call";
import { useReauthForm } from "@/api/form/useReauthForm";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

type GuardedPath =
  | "/payments/method_default"
  | "/payments/method_del"
  | "/staff/lock"
  | "/staff/reset"
  | "/user/close"
  | "/user/passkey_del"
  | "/user/team_invite"
  | "/user/team_leave"
  | "/user/team_remove"
  | "/user/team_transfer"
  | "/user/third_unbind"
  | "/user/two_step_end";

/** A call, and what it takes besides the password or the ticket of a passkey. */
type GuardedCall = {
  [P in GuardedPath]: { path: P; attributes: Omit<Attributes<P>, "password" | "stepup"> };
}[GuardedPath];

export interface PasswordPrompt {
  call: GuardedCall;
  title: string;
  /** A text that says what will happen. */
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

/** Asks for the password or a passkey, and then makes the call. */
export function PasswordModal(props: PasswordModalProps) {
  const { call, title, help, label, labelHelp, confirm, destroys, done } = props;
  const { refresh, onDone, onClosed } = props;
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { reauth, ...sending } = useReauthForm(call.path, {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ ...call.attributes, password }) as Attributes<GuardedPath>,
    refresh,
    onSuccess: () => {
      toast.success(done);
      close();
      onDone?.();
    },
  });
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
        <ReauthInput of={reauth} label={label} help={labelHelp} autoFocus />
      </Form>
    </AppModal>
  );
}
