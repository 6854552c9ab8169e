import "@/ui/styles/pageStyles";

import { Button, Modal, SegmentedControl, Stack, Text, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";

import { queryClient } from "@/api/client";
import { focusFirst } from "@/api/form/focusFirst";
import { signUp as signUpWords } from "@/text/account/signUp";
import { FormNote } from "@/ui/form/FormNote";
import { CountrySelect } from "@/ui/picker/CountrySelect";

import { ChannelFields } from "./ChannelFields";
import { MoreFields } from "./MoreFields";
import classes from "./ProfileSetup.module.css";
import { ReportFields } from "./ReportFields";
import { type SignUpValues, validateProfileStep } from "./signUpValues";
import { useGuestFiles } from "./useGuestFiles";

interface ProfileSetupProps {
  form: UseFormReturnType<SignUpValues>;
  busy: boolean;
  /** Why the account could not be created, where no field is to blame. */
  failure: string | null;
  onBack: () => void;
  onFinish: (withProfile: boolean) => void;
}

/** Step 2 of a registration: who publishes and where, which may be skipped; what it needs comes first. */
export function ProfileSetup(props: ProfileSetupProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Setup {...props} />
    </QueryClientProvider>
  );
}

function Setup({ form, busy, failure, onBack, onFinish }: ProfileSetupProps) {
  const [checking, setChecking] = useState(false);
  const files = useGuestFiles(form);
  const { entity } = form.values.company;
  const finish = async () => {
    setChecking(true);
    const errors = await validateProfileStep(form.getValues());
    setChecking(false);
    // A field that was folded away is there before it gets the focus.
    flushSync(() => form.setErrors(errors));
    focusFirst(form, Object.keys(errors));
    if (Object.keys(errors).length === 0 && (await files.resendExpired())) onFinish(true);
  };
  return (
    // Below the place of a toast.
    <Modal opened onClose={onBack} title={signUpWords.profileTitle} size="lg" yOffset="8dvh">
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <Stack gap="lg">
          <Text c="dimmed">{signUpWords.profileHelp}</Text>
          <Stack gap="sm" component="section">
            <Title order={2}>{signUpWords.about}</Title>
            <SegmentedControl
              aria-label={signUpWords.entity}
              fullWidth
              data={[
                { value: "person", label: signUpWords.person },
                { value: "company", label: signUpWords.company },
              ]}
              {...form.getInputProps("company.entity")}
            />
            <TextInput
              label={entity === "company" ? signUpWords.companyName : signUpWords.yourName}
              autoComplete={entity === "company" ? "organization" : "name"}
              data-autofocus
              {...form.getInputProps("company.name")}
            />
            <CountrySelect
              // Within the dialog, where a screen reader looks for it.
              comboboxProps={{ withinPortal: false }}
              label={signUpWords.country}
              autoComplete="country-name"
              {...form.getInputProps("company.country")}
            />
          </Stack>
          <ChannelFields form={form} />
          <ReportFields form={form} />
          <MoreFields form={form} files={files} />
        </Stack>
        <div className={classes.foot}>
          <FormNote text={failure} />
          <Text size="xs" c="dimmed">
            {signUpWords.profileLater}
          </Text>
          <div className={classes.buttons}>
            <Button variant="default" disabled={busy} onClick={() => onFinish(false)}>
              {signUpWords.skip}
            </Button>
            <Button type="submit" loading={busy || checking || files.busy}>
              {signUpWords.finish}
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
