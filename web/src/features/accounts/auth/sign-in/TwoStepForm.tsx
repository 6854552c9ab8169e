import { Anchor, Button, Stack, TextInput } from "@mantine/core";
import { Refusal } from "@/api/call";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { security } from "@/text/accounts/security";
import { Hint } from "@/ui/base/Hint";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

interface TwoStepFormProps {
  /** The ticket that the first step returned. */
  ticket: string;
  remember?: boolean;
  thirdTicket?: string;
  onSignedIn: (token: string) => void;
  /** Back to the first step; `late` when the ticket no longer works. */
  onBack: (late?: boolean) => void;
}

/** Asks for a code from an authenticator app, or a recovery code. */
export function TwoStepForm({
  ticket,
  remember,
  thirdTicket,
  onSignedIn,
  onBack,
}: TwoStepFormProps) {
  const { form, submit, busy, failure } = useCallForm("/auth/sign_in", {
    initialValues: { otp: "" },
    attributes: ({ otp }) => ({ ticket, otp, remember, third_ticket: thirdTicket }),
    check: ({ otp }) => (otp.trim() ? {} : { otp: security.codeNeeded }),
    fieldByCode: { [codes.VERIFICATION_CODE_INVALID]: "otp" },
    onSuccess: ({ token }) => onSignedIn(token),
    onFailure: (failure) => {
      if (failure instanceof Refusal && failure.code === codes.TOKEN_INVALID) onBack(true);
    },
  });
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          {...field("otp", security.code)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormNote text={failure} />
        <Button type="submit" loading={busy} fullWidth>
          {security.signIn}
        </Button>
        <Hint size="sm">{security.recoveryHelp}</Hint>
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => onBack()}>
          {security.backToSignIn}
        </Anchor>
      </Stack>
    </form>
  );
}
