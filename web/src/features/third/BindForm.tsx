import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCallForm } from "@/api/form";
import * as codes from "@/api/gen/codes.gen";
import { common } from "@/text/common";
import { third } from "@/text/third";
import { PublicPage } from "@/ui/PublicPage";
import { toast } from "@/ui/toasts";
import { thirdJourney } from "./journey";
import { labelOf } from "./label";

interface BindFormProps {
  provider: string;
  code: string;
  state: string;
  browser: string;
  onBound: () => void;
}

/** Connects what the provider vouched for to whoever is signed in, once they gave their password. */
export function BindForm({ provider, code, state, browser, onBound }: BindFormProps) {
  const label = labelOf(provider);
  const { form, submit, busy } = useCallForm("/user/third_bind", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ provider, code, state, browser, password }),
    places: {
      [codes.LOGIN_PASSWORD_INVALID]: "password",
      [codes.USER_ALREADY_BOUND]: "password",
      [codes.THIRD_PARTY_UNKNOWN]: "password",
    },
    refresh: ["/user/third_list", "/user/audit"],
    onSuccess: () => {
      thirdJourney.end();
      toast.done(third.connected(label));
      onBound();
    },
  });
  return (
    <PublicPage title={third.bindTitle(label)} help={third.bindHelp}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label={third.password}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          <Button type="submit" loading={busy} fullWidth>
            {third.connect}
          </Button>
          <Anchor component={Link} to="/settings/login" size="sm" ta="center">
            {common.cancel}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}
