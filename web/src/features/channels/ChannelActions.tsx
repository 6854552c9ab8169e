import { Button, Group, Text } from "@mantine/core";
import { RELATION_JOINED, SITE_STATUS_DISABLED, SITE_STATUS_REJECTED } from "@/api/gen/enums.gen";

import type { Site } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { isNarrowed } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { site as words } from "@/text/channels/site";
import { AnchorLink } from "@/ui/base/links";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";
import { rememberChannel, useLastChannel } from "@/ui/picker/lastChannel";

interface ChannelActionsProps {
  site: Site;
  only: boolean;
  onEdit: () => void;
  onVerify: () => void;
}

/** The actions for a channel, depending on its status. */
export function ChannelActions({ site, only, onEdit, onVerify }: ChannelActionsProps) {
  const { id, name, status, is_default, verified, verifiable } = site;
  const user = useUser();
  const { uid } = user;
  const last = useLastChannel(uid);
  const setDefault = useCall("/site/set_default", {
    refresh: ["/site/list", "/user/profile"],
    onSuccess: () => toast.success(words.nowDefault(name)),
  });
  const remove = useCall("/site/del", {
    refresh: ["/site/list", "/user/profile"],
    onSuccess: () => {
      if (id === last) rememberChannel(uid, undefined);
      toast.success(words.deleted(name));
    },
  });
  // Who sees only some channels neither deletes one nor chooses the default one.
  const all = !isNarrowed(user);
  const obstacle = all ? obstacleToDelete(site, only) : null;
  const can = {
    verify: verifiable && !verified && status !== SITE_STATUS_DISABLED,
    default: all && !is_default && status < SITE_STATUS_REJECTED,
    delete: all && obstacle === null,
    edit: status !== SITE_STATUS_DISABLED,
  };
  return (
    <Group gap="xs" mt="auto">
      {obstacle && (
        <Text size="sm" c="dimmed" w="100%">
          {obstacle}{" "}
          {site.brands_joined > 0 && (
            <AnchorLink
              to="/brands/find"
              search={{ status: RELATION_JOINED, site_id: id }}
              inherit
              underline="always"
            >
              {words.seeBrands}
            </AnchorLink>
          )}
        </Text>
      )}
      {can.verify && (
        <Button
          size="xs"
          variant="default"
          aria-label={words.proof.verifyOf(name)}
          onClick={onVerify}
        >
          {words.proof.verify}
        </Button>
      )}
      {can.default && (
        <Button
          size="xs"
          variant="default"
          loading={setDefault.isPending}
          aria-label={words.makeDefaultOf(name)}
          onClick={() => setDefault.mutate({ attributes: { id } })}
        >
          {words.makeDefault}
        </Button>
      )}
      <Group gap="xs" ml="auto" wrap="nowrap">
        {can.delete && (
          <ConfirmButton
            size="xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            aria-label={words.deleteOf(name)}
            title={words.deleteTitle(name)}
            question={only ? words.deleteLast : words.deleteHelp}
            confirm={words.deleteConfirm}
            onConfirm={() => remove.mutate({ attributes: { id } })}
          >
            {words.delete}
          </ConfirmButton>
        )}
        {can.edit && (
          <Button size="xs" variant="default" aria-label={words.editOf(name)} onClick={onEdit}>
            {words.edit}
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** Why the portal would refuse to delete a channel: it works with brands, or is the default one of several. */
function obstacleToDelete({ is_default, brands_joined }: Site, only: boolean): string | null {
  if (brands_joined > 0) return words.deleteNotJoined(brands_joined);
  return is_default && !only ? words.deleteNotDefault : null;
}
