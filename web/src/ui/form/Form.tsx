import { Button, type ButtonProps, Group, Stack, type StackProps } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

import { common } from "@/text/core/common";
import { FormNote } from "./FormNote";

interface FormProps extends Pick<StackProps, "gap" | "pb">, Pick<ButtonProps, "color" | "variant"> {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  busy: boolean;
  /** Why the form could not be sent, if no single field is the cause. */
  failure: string | null;
  /** The label of the submit button. */
  save: ReactNode;
  /** Whether it waits for something else, such as an upload. */
  waits?: boolean;
  /** Whether it cannot be sent yet. */
  unready?: boolean;
  /** Leaves it unsent; without it there is no button for that. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A form: its fields, why it could not be sent, and its buttons. `submit`, `busy` and `failure` are those of `useCallForm`. */
export function Form(props: FormProps) {
  const { submit, busy, failure, save, onCancel, children } = props;
  const { waits, unready, color, variant, gap, pb } = props;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={gap} pb={pb}>
        {children}
        <FormNote text={failure} />
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" disabled={busy} onClick={onCancel}>
              {common.cancel}
            </Button>
          )}
          <Button
            type="submit"
            color={color}
            variant={variant}
            loading={busy || waits}
            disabled={unready}
          >
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
