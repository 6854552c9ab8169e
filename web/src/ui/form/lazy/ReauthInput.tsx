import { Button, PasswordInput, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Reauth } from "@/api/form/useReauthForm";
import { canUsePasskeys } from "@/api/passkeySupport";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { passkeys as words } from "@/text/accounts/passkeys";
import { fieldsOf } from "@/ui/form/Field";

interface ReauthInputProps {
  /** The state from `useReauthForm`. */
  of: Reauth;
  label: string;
  help?: string;
  /** The label of the passkey button, if it can say what it does. */
  passkey?: string;
  autoFocus?: boolean;
}

/** Asks for the password before a call or, where the account has one, for a passkey, which sends the form at once. */
export function ReauthInput({ of, label, help, passkey = words.use, autoFocus }: ReauthInputProps) {
  const field = fieldsOf(of.form);
  return (
    <Stack gap={4} align="stretch">
      <PasswordInput
        {...field(of.field, label, help)}
        autoComplete="current-password"
        data-autofocus={autoFocus || undefined}
      />
      {canUsePasskeys() && <PasskeyConfirmation of={of} text={passkey} />}
    </Stack>
  );
}

function PasskeyConfirmation({ of, text }: { of: Reauth; text: string }) {
  // Passkeys confirm for the account itself, not in its sandbox.
  const { sandbox } = useUser();
  const { data } = useQuery({ ...query("/user/passkey_list"), enabled: !sandbox });
  if (!data?.rp_id || data.list.length === 0) return null;
  return (
    <Button
      variant="default"
      mt={4}
      style={{ alignSelf: "flex-start" }}
      loading={of.confirming}
      onClick={of.confirm}
    >
      {text}
    </Button>
  );
}
