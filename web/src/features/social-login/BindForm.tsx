import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCallForm } from "@/api/form/form";
import * as codes from "@/api/gen/codes.gen";
import { thirdJourney } from "@/features/social-login/redirect/journey";
import { third } from "@/text/account/third";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { PublicPage } from "@/ui/layout/PublicPage";
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
