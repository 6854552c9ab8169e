import { Button, Group, Stack, Text } from "@mantine/core";
import { queryClient } from "@/api/client";
import type { MediaKitFile, Site } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { formatBytes, formatDateTime } from "@/ui/base/format";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";
import { RowList } from "@/ui/table/RowList";

import classes from "./Profile.module.css";

interface KitListProps {
  kits: MediaKitFile[];
  sites: Site[];
  onEdit: (kit: MediaKitFile) => void;
}

/** The media kits there are, the newest first. */
export function KitList({ kits, sites, onEdit }: KitListProps) {
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
              <Text size="sm" c="dimmed">
                {facts.join(" · ")}
              </Text>
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
