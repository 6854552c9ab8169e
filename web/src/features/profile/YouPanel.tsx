import { Button, Fieldset, Group, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

import { AvatarField } from "./AvatarField";

/** Fields left out of the call stay unchanged, so an emptied field is sent as a space, which clears it. */
const orSpace = (text: string) => text.trim() || " ";

/** Who is signed in: picture, name and phone. */
export function YouPanel() {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: { nickname: user.nickname, phone: user.phone },
    attributes: ({ nickname, phone }) => ({ nickname: orSpace(nickname), phone: orSpace(phone) }),
    draft: `you ${user.uid}`,
    refresh: ["/user/profile"],
    onSuccess: () => {
      form.resetDirty();
      toast.success(profile.saved);
    },
  });
  return (
    <Panel title={profile.you} tall>
      <Stack gap="md">
        <AvatarField />
        <form noValidate onSubmit={submit}>
          <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "account.edit")}>
            <Stack gap="md">
              <TextInput
                label={<OptionalLabel>{profile.nickname}</OptionalLabel>}
                autoComplete="nickname"
                {...withHelp(profile.nicknameHelp, form.errors.nickname)}
                {...form.getInputProps("nickname")}
              />
              <TextInput
                label={<OptionalLabel>{profile.phone}</OptionalLabel>}
                type="tel"
                autoComplete="tel"
                {...withHelp(profile.phoneHelp, form.errors.phone)}
                {...form.getInputProps("phone")}
              />
              <FormNote text={failure} />
              <Group justify="flex-end">
                <Button
                  type="submit"
                  variant={form.isDirty() ? "filled" : "default"}
                  loading={busy}
                >
                  {profile.saveYou}
                </Button>
              </Group>
            </Stack>
          </Fieldset>
        </form>
      </Stack>
    </Panel>
  );
}
