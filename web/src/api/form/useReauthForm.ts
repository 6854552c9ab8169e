import type { UseFormReturnType } from "@mantine/form";
import { useRef, useState } from "react";
import type { Attributes, Path } from "@/api/call";
import { LOGIN_PASSWORD_INVALID } from "@/api/gen/codes.gen";
import { passkeys as words } from "@/text/accounts/passkeys";
import { focusFirst } from "./focusFirst";
import { passkeyFailure } from "./passkeyFailure";
import { omitEmpty } from "./rules";
import { useCallForm } from "./useCallForm";

/** Calls that ask for the password, or the ticket of a passkey. */
export type GuardedPath = {
  [P in Path]: Attributes<P> extends { stepup?: unknown } ? P : never;
}[Path];

/** How a form asks for the password or a passkey; for `ReauthInput`. */
export interface Reauth {
  form: Pick<UseFormReturnType<object>, "getInputProps" | "errors">;
  /** Where the password is typed. */
  field: string;
  /** Confirms the call with a passkey, and sends it. */
  confirm: () => void;
  confirming: boolean;
}

type Options<P extends GuardedPath, V> = Parameters<typeof useCallForm<P, V & object>>[1] & {
  /** The field of the current password. */
  field?: keyof V & string;
};

/** A form that makes one call, confirmed by the password or a passkey. */
export function useReauthForm<P extends GuardedPath, V extends object>(
  path: P,
  { field = "password" as keyof V & string, ...options }: Options<P, V>,
) {
  const { attributes, clears, check, onSuccess, onFailure, onInvalid } = options;
  /** The values that a passkey is to confirm, kept until they are sent with its ticket. */
  const confirmed = useRef<Record<string, unknown> | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [unused, setUnused] = useState<string | null>(null);
  const othersOf = (values: V) => {
    const wire = (attributes ? attributes(values) : values) as Record<string, unknown>;
    const { [field]: _, ...others } = clears ? wire : (omitEmpty(wire) as typeof wire);
    return others;
  };
  const end = () => {
    confirmed.current = null;
  };
  const { form, submit, failure, ...sending } = useCallForm<P, V>(path, {
    ...options,
    attributes: (values) =>
      (confirmed.current ?? (attributes ? attributes(values) : values)) as Attributes<P>,
    check: (values) => ({
      ...(!confirmed.current && !values[field] && { [field]: words.passwordNeeded }),
      ...check?.(values),
    }),
    fieldByCode: { ...options.fieldByCode, [LOGIN_PASSWORD_INVALID]: field },
    onSuccess: (data, ask) => {
      end();
      onSuccess?.(data, ask);
    },
    onFailure: (thrown) => {
      end();
      onFailure?.(thrown);
    },
    onInvalid: () => {
      end();
      onInvalid?.();
    },
  });
  const confirm = async () => {
    if (confirmed.current) return;
    setUnused(null);
    confirmed.current = othersOf(form.getValues());
    const { hasErrors, errors } = await form.validate();
    if (hasErrors) {
      end();
      focusFirst(form, Object.keys(errors));
      return;
    }
    setConfirming(true);
    try {
      const { stepUp } = await import("@/api/passkeyPrompt");
      const stepup = await stepUp(path, confirmed.current);
      confirmed.current = { ...confirmed.current, stepup };
      submit();
    } catch (thrown) {
      end();
      setUnused(passkeyFailure(thrown));
    }
    setConfirming(false);
  };
  const reauth: Reauth = {
    form: form as unknown as Reauth["form"],
    field,
    confirm: () => void confirm(),
    confirming,
  };
  return { ...sending, form, reauth, failure: unused ?? failure, submit };
}
