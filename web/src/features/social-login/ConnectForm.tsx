import { Anchor, Button, PasswordInput, Stack } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { redirectState } from "@/features/social-login/redirect/redirectState";
import { socialLogin } from "@/text/account/socialLogin";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { PublicPage } from "@/ui/layout/PublicPage";
import { providerLabel } from "./providerLabel";

interface ConnectFormProps {
  provider: string;
  code: string;
  state: string;
  browser: string;
  onBound: () => void;
}

/** Connects what the provider vouched for to whoever is signed in, once they gave their password. */
export function ConnectForm({ provider, code, state, browser, onBound }: ConnectFormProps) {
  const label = providerLabel(provider);
  const { form, submit, busy, failure } = useCallForm("/user/third_bind", {
    initialValues: { password: "" },
    attributes: ({ password }) => ({ provider, code, state, browser, password }),
    fieldByCode: {
      [codes.LOGIN_PASSWORD_INVALID]: "password",
      [codes.USER_ALREADY_BOUND]: "password",
      [codes.THIRD_PARTY_UNKNOWN]: "password",
    },
    refresh: ["/user/third_list", "/user/audit"],
    onSuccess: () => {
      redirectState.end();
      toast.success(socialLogin.connected(label));
      onBound();
    },
  });
  return (
    <PublicPage title={socialLogin.bindTitle(label)} help={socialLogin.bindHelp}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <PasswordInput
            label={socialLogin.password}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps("password")}
          />
          <FormNote text={failure} />
          <Button type="submit" loading={busy} fullWidth>
            {socialLogin.connect}
          </Button>
          <Anchor component={Link} to="/settings/login" size="sm" ta="center">
            {common.cancel}
          </Anchor>
        </Stack>
      </form>
    </PublicPage>
  );
}
