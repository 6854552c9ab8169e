import { Avatar, Group, Stack, Text } from "@mantine/core";
import { useId } from "react";

import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { profile } from "@/text/accounts/profile";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";
import { FilePicker, IMAGES } from "@/ui/picker/FilePicker";

/** The user's picture, uncropped; a change is saved at once. */
export function AvatarField() {
  const user = useUser();
  const help = useId();
  const { busy, error, send } = useUpload("/common/upload");
  const edit = useCall("/user/avatar_edit", {
    refresh: ["/user/profile"],
    onSuccess: (_, { attributes }) =>
      toast.success(attributes.avatar ? profile.pictureChanged : profile.pictureRemoved),
  });
  const choose = async (file: File) => {
    const stored = await send(file);
    if (stored) edit.mutate({ attributes: { avatar: stored.url } });
  };
  const name = user.nickname || user.username;
  return (
    <Group wrap="nowrap">
      <Avatar src={user.avatar || null} name={name} size={72} radius="lg" alt="" color="indigo" />
      <Stack gap={4} miw={0}>
        <Text size="xs" fw={500}>
          {profile.picture}
        </Text>
        {!user.impersonated_by && (
          <Group gap="xs">
            <FilePicker
              accept={IMAGES}
              busy={busy || edit.isPending}
              label={user.avatar ? `${profile.changePicture}: ${profile.picture}` : undefined}
              describedBy={help}
              onPick={(file) => void choose(file)}
            >
              {user.avatar ? profile.changePicture : profile.choosePicture}
            </FilePicker>
            {user.avatar && (
              <ConfirmButton
                size="xs"
                variant="subtle"
                title={profile.removePicture}
                question={profile.removePictureQuestion}
                confirm={profile.removePicture}
                onConfirm={() => edit.mutate({ attributes: { avatar: "" } })}
              >
                {profile.removePicture}
              </ConfirmButton>
            )}
          </Group>
        )}
        <Text
          id={help}
          size="xs"
          c={error ? "var(--mantine-color-error)" : "dimmed"}
          role={error ? "alert" : undefined}
        >
          {error ?? profile.pictureHelp}
        </Text>
      </Stack>
    </Group>
  );
}
