import { Button, Fieldset, Group, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/accounts/profile";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";

import { AvatarField } from "./AvatarField";
import { useVersions } from "./useVersions";

/** Fields left out of the call stay unchanged, so an emptied field is sent as a space, which clears it. */
const orSpace = (text: string) => text.trim() || " ";

/** The signed-in user's picture, name and phone number. */
export function YouPanel() {
  const user = useUser();
  const { versions, renew } = useVersions(["nickname", "phone"]);
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: { nickname: user.nickname, phone: user.phone },
    attributes: ({ nickname, phone }) => ({
      nickname: orSpace(nickname),
      phone: orSpace(phone),
      versions,
    }),
    draft: `you ${user.uid}`,
    refresh: ["/user/profile"],
    textByCode: { [codes.CHANGED_MEANWHILE]: () => profile.changedMeanwhile },
    onSuccess: () => {
      form.resetDirty();
      renew();
      toast.success(profile.saved);
    },
  });
  const field = fieldsOf(form);
  return (
    <Panel title={profile.you} tall>
      <Stack>
        <AvatarField />
        <form noValidate onSubmit={submit}>
          <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "profile.edit")}>
            <Stack>
              <TextInput
                {...field.optional("nickname", profile.nickname, profile.nicknameHelp)}
                autoComplete="nickname"
              />
              <TextInput
                {...field.optional("phone", profile.phone, profile.phoneHelp)}
                type="tel"
                autoComplete="tel"
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
