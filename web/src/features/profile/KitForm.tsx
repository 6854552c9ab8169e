import { Button, Group, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { MediaKitFile, Site } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { common } from "@/text/core/common";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";
import { LazySelect } from "@/ui/picker/LazySelect";

const ALL = "all";

interface KitFormProps {
  kit: MediaKitFile;
  sites: Site[];
  onDone: () => void;
}

/** What a media kit is called, and which channel it is about. */
export function KitForm({ kit, sites, onDone }: KitFormProps) {
  const { id, file_url, size } = kit;
  const { uid } = useUser();
  const { form, submit, busy, failure } = useCallForm("/user/media_kit_edit", {
    initialValues: { name: kit.name, site_id: kit.site_id ? String(kit.site_id) : ALL },
    attributes: ({ name, site_id }) => ({
      id,
      file_url,
      size,
      name,
      site_id: site_id === ALL ? null : Number(site_id),
    }),
    draft: `kit ${uid} ${id}`,
    refresh: ["/user/profile", "/site/list"],
    onSuccess: (_, { attributes }) => {
      toast.success(profile.kitSaved(attributes.name));
      onDone();
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput label={profile.fileName} data-autofocus {...form.getInputProps("name")} />
        <LazySelect
          label={profile.about}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: ALL, label: profile.allOfIt },
            ...sites.map((site) => ({ value: String(site.id), label: site.name })),
          ]}
          {...form.getInputProps("site_id")}
        />
        <FormNote text={failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onDone}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {profile.saveKit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
