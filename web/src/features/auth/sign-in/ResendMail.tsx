import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import { auth } from "@/text/account/auth";
import { signUp as signUpWords } from "@/text/account/signUp";
import { FormNote } from "@/ui/form/FormNote";

/** Asks for a new verification mail; the answer is the same whether or not the address is known. */
export function ResendMail({ email = "" }: { email?: string }) {
  const [sent, setSent] = useState(false);
  const { form, submit, busy, failure } = useCallForm("/auth/email_check_resend", {
    initialValues: { email: email.includes("@") ? email : "" },
    onSuccess: () => setSent(true),
  });
  if (sent) {
    return (
      <Text size="sm" role="status">
        {auth.sent}
      </Text>
    );
  }
  // Not a form element of its own: it is also used inside the sign-in form.
  return (
    <Stack gap="sm">
      <TextInput
        label={signUpWords.email}
        type="email"
        autoComplete="email"
        {...form.getInputProps("email")}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          submit();
        }}
      />
      <FormNote text={failure} />
      <Button variant="default" loading={busy} onClick={() => submit()}>
        {auth.sendAgain}
      </Button>
    </Stack>
  );
}
