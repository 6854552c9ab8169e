import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryClient } from "@/api/client";
import { useCallForm } from "@/api/form/useCallForm";
import type { MediaKitFile, Site } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { profile } from "@/text/accounts/profile";
import { formatBytes, formatDateTime } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { Panel } from "@/ui/layout/Panel";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { DOCUMENTS, FilePicker } from "@/ui/picker/FilePicker";
import { LazySelect } from "@/ui/picker/LazySelect";
import { RowList } from "@/ui/table/RowList";
import classes from "./Profile.module.css";

/** Files for brands to read about the publisher and its channels. */
export function KitsPanel() {
  const user = useUser();
  const [edited, setEdited] = useState<MediaKitFile | null>(null);
  const sites = useQuery(query("/site/list", { page: { curPage: 1, perPage: 1_000 } }));
  const { busy, error, send } = useUpload("/common/upload");
  const add = useCall("/user/media_kit_edit", {
    refresh: ["/user/profile"],
    onSuccess: (_, { attributes }) => toast.success(profile.kitAdded(attributes.name)),
  });
  const choose = async (file: File) => {
    const stored = await send(file);
    if (stored)
      add.mutate({ attributes: { file_url: stored.url, name: stored.name, size: stored.size } });
  };
  const button = hasPermission(user, "account.edit") && (
    <FilePicker
      accept={DOCUMENTS}
      busy={busy || add.isPending}
      onPick={(file) => void choose(file)}
    >
      {profile.addKit}
    </FilePicker>
  );
  const some = user.media_kits.length > 0;
  return (
    <Panel title={profile.kits} action={some && button}>
      <Stack gap="sm">
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {some ? (
          <>
            <Hint size="sm">{profile.kitsHelp}</Hint>
            <KitList kits={user.media_kits} sites={sites.data?.list ?? []} onEdit={setEdited} />
          </>
        ) : (
          <EmptyState title={profile.noKits} help={profile.noKitsHelp} action={button} />
        )}
      </Stack>
      <LazyModal opened={edited !== null} title={profile.editTitle} onClose={() => setEdited(null)}>
        {edited && (
          <KitForm
            key={edited.id}
            kit={edited}
            sites={sites.data?.list ?? []}
            onDone={() => setEdited(null)}
          />
        )}
      </LazyModal>
    </Panel>
  );
}

const ALL = "all";

/** The form of a media kit: its name and channel. */
function KitForm({ kit, sites, onDone }: { kit: MediaKitFile; sites: Site[]; onDone: () => void }) {
  const { id, file_url, size } = kit;
  const { uid } = useUser();
  const { form, ...sending } = useCallForm("/user/media_kit_edit", {
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
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={profile.saveKit} onCancel={onDone}>
      <TextInput label={profile.fileName} data-autofocus {...form.getInputProps("name")} />
      <LazySelect
        {...field("site_id", profile.about)}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: ALL, label: profile.allOfIt },
          ...sites.map((site) => ({ value: String(site.id), label: site.name })),
        ]}
      />
    </Form>
  );
}

interface KitListProps {
  kits: MediaKitFile[];
  sites: Site[];
  onEdit: (kit: MediaKitFile) => void;
}

/** The media kits, newest first. */
function KitList({ kits, sites, onEdit }: KitListProps) {
  const user = useUser();
  return (
    <RowList label={profile.kits}>
      {kits.map((kit) => {
        const about = sites.find(({ id }) => id === kit.site_id)?.name ?? profile.allOfIt;
        const facts = [
          about,
          formatBytes(kit.size),
          formatDateTime(kit.created_at, user.time_zone),
        ];
        return (
          <Group component="li" key={kit.id} justify="space-between" gap="xs">
            <Stack gap={2} className={classes.facts}>
              <Text fw={500}>{kit.name}</Text>
              <Hint size="sm">{facts.join(" · ")}</Hint>
            </Stack>
            <KitActions kit={kit} onEdit={onEdit} />
          </Group>
        );
      })}
    </RowList>
  );
}

function KitActions({ kit, onEdit }: { kit: MediaKitFile; onEdit: KitListProps["onEdit"] }) {
  const mayEdit = hasPermission(useUser(), "account.edit");
  const remove = useCall("/user/media_kit_del", {
    refresh: ["/user/profile", "/site/list"],
    onSuccess: () => toast.success(profile.kitRemoved(kit.name)),
  });
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        aria-label={profile.downloadOf(kit.name)}
        onClick={() => void download(kit.id)}
      >
        {profile.download}
      </Button>
      {mayEdit && (
        <>
          <Button
            size="xs"
            variant="default"
            aria-label={profile.editOf(kit.name)}
            onClick={() => onEdit(kit)}
          >
            {profile.edit}
          </Button>
          <ConfirmButton
            size="xs"
            loading={remove.isPending}
            aria-label={profile.removeOf(kit.name)}
            title={profile.removeTitle}
            question={profile.removeQuestion(kit.name)}
            confirm={profile.remove}
            onConfirm={() => remove.mutate({ attributes: { id: kit.id } })}
          >
            {profile.remove}
          </ConfirmButton>
        </>
      )}
    </Group>
  );
}

/** The ticket in an address lasts ten minutes, so a fresh one is fetched first. */
async function download(id: number) {
  const { media_kits } = await queryClient.fetchQuery({ ...query("/user/profile"), staleTime: 0 });
  const chosenKit = media_kits.find((kit) => kit.id === id);
  if (chosenKit) window.location.assign(chosenKit.download_url);
}
