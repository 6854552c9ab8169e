import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form";
import * as codes from "@/api/gen/codes.gen";
import type { PaymentMethod } from "@/api/gen/types.gen";
import { common } from "@/text/common";
import { payment as words } from "@/text/payment";
import { withHelp } from "@/ui/Field";
import { toast } from "@/ui/toasts";

import { nameOf } from "./kinds";

/** What is to be done with a method, once the password is given. */
export interface Wish {
  does: "default" | "delete";
  method: PaymentMethod;
}

const CALLS = {
  default: {
    path: "/payments/method_default",
    title: words.makeDefaultTitle,
    help: words.makeDefaultHelp,
    confirm: words.makeDefault,
    done: words.madeDefault,
  },
  delete: {
    path: "/payments/method_del",
    title: words.deleteTitle,
    help: words.deleteHelp,
    confirm: words.deleteConfirm,
    done: words.deleted,
  },
} as const;

/** Asks for the password before it changes where money goes. */
export function PasswordModal({ wish, onClose }: { wish: Wish | null; onClose: () => void }) {
  // While it fades out it keeps showing what it asked.
  const [last, setLast] = useState(wish);
  if (wish && wish !== last) setLast(wish);
  return (
    <Modal
      opened={wish !== null}
      onClose={onClose}
      title={last && CALLS[last.does].title(nameOf(last.method))}
      closeButtonProps={{ "aria-label": common.close }}
    >
      {last && <Asked key={`${last.does} ${last.method.id}`} wish={last} onClose={onClose} />}
    </Modal>
  );
}

function Asked({ wish, onClose }: { wish: Wish; onClose: () => void }) {
  const { path, help, confirm, done } = CALLS[wish.does];
  const { form, submit, busy } = useCallForm(path, {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ id: wish.method.id, password }),
    places: { [codes.LOGIN_PASSWORD_INVALID]: "password" },
    refresh: ["/payments/methods"],
    onSuccess: () => {
      toast.done(done(nameOf(wish.method)));
      onClose();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <Text>{help}</Text>
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          data-autofocus
          {...withHelp(words.passwordHelp, form.errors.password)}
          {...form.getInputProps("password")}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color={wish.does === "delete" ? "red" : undefined} loading={busy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
