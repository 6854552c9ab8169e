import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import { signInError } from "@/text/accounts/signInError";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

/** Asks for a new verification mail; the answer is the same whether or not the address is known. */
export function ResendMail({ email = "" }: { email?: string }) {
  const [sent, setSent] = useState(false);
  const { form, submit, busy, failure } = useCallForm("/auth/email_check_resend", {
    initialValues: { email: email.includes("@") ? email : "" },
    onSuccess: () => setSent(true),
  });
  const field = fieldsOf(form);
  if (sent) {
    return (
      <Text size="sm" role="status">
        {signInError.sent}
      </Text>
    );
  }
  // Not a form element of its own: it is also used inside the sign-in form.
  return (
    <Stack gap="sm">
      <TextInput
        {...field("email", signUpWords.email)}
        type="email"
        autoComplete="email"
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          submit();
        }}
      />
      <FormNote text={failure} />
      <Button variant="default" loading={busy} onClick={() => submit()}>
        {signInError.sendAgain}
      </Button>
    </Stack>
  );
}
