import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { MediaKitFile } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { profile } from "@/text/account/profile";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { Panel } from "@/ui/layout/Panel";
import { LazyModal } from "@/ui/overlay/LazyModal";
import { DOCUMENTS, FilePicker } from "@/ui/picker/FilePicker";

import { KitForm } from "./KitForm";
import { KitList } from "./KitList";

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
            <Text size="sm" c="dimmed">
              {profile.kitsHelp}
            </Text>
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
