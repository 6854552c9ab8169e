import { Text, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Attributes, Path } from "@/api/call";
import { useReauthForm } from "@/api/form/useReauthForm";
import { VERIFICATION_CODE_INVALID } from "@/api/gen/codes.gen";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
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
  /** A second field, for a code: with it the change does not wait. */
  code?: { label: string; help: string };
  /** The toast once it is done; of a change that may wait, until when. */
  done: string | ((waitsUntil: string | null) => string);
  refresh?: Path[];
  onDone?: (waitsUntil: string | null) => void;
}

export interface PasswordModalProps extends PasswordPrompt {
  onClosed: () => void;
}

/** Asks for the password or a passkey, and then makes the call. */
export function PasswordModal(props: PasswordModalProps) {
  const { call, title, help, label, labelHelp, confirm, destroys, code, done } = props;
  const { refresh, onDone, onClosed } = props;
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const { form, reauth, ...sending } = useReauthForm(call.path, {
    initialValues: { password: "", otp: "" },
    attributes: ({ password, otp }) =>
      ({ ...call.attributes, ...(otp && { otp }), password }) as Attributes<GuardedPath>,
    fieldByCode: { [VERIFICATION_CODE_INVALID]: "otp" },
    refresh,
    onSuccess: (data) => {
      const waitsUntil = (data as { waits_until?: string | null } | null)?.waits_until ?? null;
      toast.success(typeof done === "string" ? done : done(waitsUntil));
      close();
      onDone?.(waitsUntil);
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
        <ReauthInput of={reauth} label={label} help={labelHelp} autoFocus />
        {code && (
          <TextInput {...field("otp", code.label, code.help)} autoComplete="one-time-code" />
        )}
      </Form>
    </AppModal>
  );
}
