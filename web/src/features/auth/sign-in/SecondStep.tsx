import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";

import { Refusal } from "@/api/call";
import { useCallForm } from "@/api/form/form";
import * as codes from "@/api/gen/codes.gen";
import { login } from "@/text/account/login";

interface SecondStepProps {
  /** What the first step gave. */
  ticket: string;
  remember?: boolean;
  thirdTicket?: string;
  onSignedIn: (token: string) => void;
  /** Back to the first step; `late` when the ticket no longer works. */
  onBack: (late?: boolean) => void;
}

/** The code of an authenticator app, or a recovery code. */
export function SecondStep({ ticket, remember, thirdTicket, onSignedIn, onBack }: SecondStepProps) {
  const { form, submit, busy } = useCallForm("/auth/sign_in", {
    initialValues: { otp: "" },
    attributes: ({ otp }) => ({ ticket, otp, remember, third_ticket: thirdTicket }),
    check: ({ otp }) => (otp.trim() ? {} : { otp: login.codeNeeded }),
    places: { [codes.VERIFICATION_CODE_INVALID]: "otp" },
    onSuccess: ({ token }) => onSignedIn(token),
    onFailure: (failure) => {
      if (failure instanceof Refusal && failure.code === codes.TOKEN_INVALID) onBack(true);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={login.code}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...form.getInputProps("otp")}
        />
        <Button type="submit" loading={busy} fullWidth>
          {login.signIn}
        </Button>
        <Text size="sm" c="dimmed">
          {login.recoveryHelp}
        </Text>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => onBack()}>
          {login.backToSignIn}
        </Anchor>
      </Stack>
    </form>
  );
}
