import { Button, Group } from "@mantine/core";
import { SITE_STATUS_DISABLED, SITE_STATUS_REJECTED } from "@/api/gen/enums.gen";

import type { Site } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { site as words } from "@/text/publisher/site";
import { ConfirmButton } from "@/ui/confirm/ConfirmButton";
import { toast } from "@/ui/feedback/toasts";

interface ChannelActionsProps {
  site: Site;
  only: boolean;
  onEdit: () => void;
  onVerify: () => void;
}

/** The actions for a channel, depending on its status. */
export function ChannelActions({ site, only, onEdit, onVerify }: ChannelActionsProps) {
  const { id, name, status, is_default, verified, brands_joined } = site;
  const setDefault = useCall("/site/set_default", {
    refresh: ["/site/list", "/user/profile"],
    onSuccess: () => toast.success(words.nowDefault(name)),
  });
  const remove = useCall("/site/del", {
    refresh: ["/site/list", "/user/profile"],
    onSuccess: () => toast.success(words.deleted(name)),
  });
  const can = {
    verify: !verified && status !== SITE_STATUS_DISABLED,
    default: !is_default && status < SITE_STATUS_REJECTED,
    // The portal refuses the others: the default one, and one that works with brands.
    delete: (!is_default || only) && brands_joined === 0,
    edit: status !== SITE_STATUS_DISABLED,
  };
  return (
    <Group gap="xs" mt="auto">
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
