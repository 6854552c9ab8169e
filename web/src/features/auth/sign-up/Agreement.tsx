import { Anchor, Checkbox, type CheckboxProps, Stack } from "@mantine/core";
import { lazy, Suspense, useState } from "react";

import { signUp as signUpWords } from "@/text/account/signUp";

import classes from "./Agreement.module.css";

const TermsModal = lazy(() =>
  import("./TermsModal").then(({ TermsModal }) => ({ default: TermsModal })),
);

/** The agreement to the terms, which open where they are agreed to. */
export function Agreement(props: CheckboxProps) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const read = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <Stack gap={4}>
      <Checkbox
        label={signUpWords.agreement}
        classNames={{ error: classes.error ?? "" }}
        {...props}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        className={classes.read}
        underline="always"
        onClick={read}
      >
        {signUpWords.readTerms}
      </Anchor>
      <Suspense>
        {wanted && <TermsModal opened={opened} onClose={() => setOpened(false)} />}
      </Suspense>
    </Stack>
  );
}
