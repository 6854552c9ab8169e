import { Button, Group } from "@mantine/core";

import type { Link } from "@/api/gen/types.gen";
import { invalidate } from "@/api/invalidate";
import { useCall } from "@/api/query";
import { link as words } from "@/text/publisher/link";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";

interface LinkActionsProps {
  link: Link;
  onEdit: () => void;
  onDeleted: () => void;
}

/** What can be done with a link: change it, retire it or bring it back, and delete one that brought nothing. */
export function LinkActions({ link, onEdit, onDeleted }: LinkActionsProps) {
  const { link_id, retired, clicks, orders } = link;
  const edit = useCall("/tools/link_edit", {
    refresh: ["/tools/links"],
    // What was asked for, as the link is loaded anew before.
    onSuccess: (_, { attributes }) =>
      toast.success(attributes.retired ? words.retiredNow : words.broughtBack),
  });
  const remove = useCall("/tools/link_del", {
    refresh: ["/tools/links"],
    onSuccess: () => {
      onDeleted();
      toast.success(words.deleted);
    },
  });
  const change = () =>
    edit.mutate(
      { attributes: { link_id, retired: !retired } },
      // It may have been retired in another tab.
      { onError: () => void invalidate(["/tools/links"]) },
    );
  const askToRetire = () =>
    openConfirm({
      title: words.retireTitle,
      question: words.retireAsk,
      confirm: words.retire,
      onConfirm: change,
    });
  const askToDelete = () =>
    openConfirm({
      title: words.deleteTitle,
      question: words.deleteAsk,
      confirm: words.deleteIt,
      destroys: true,
      onConfirm: () => remove.mutate({ attributes: { link_id } }),
    });
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={onEdit}>
        {words.edit}
      </Button>
      <Button
        size="xs"
        variant="default"
        loading={edit.isPending}
        onClick={retired ? change : askToRetire}
      >
        {retired ? words.bringBack : words.retire}
      </Button>
      {clicks === 0 && orders === 0 && (
        <Button size="xs" variant="default" loading={remove.isPending} onClick={askToDelete}>
          {words.deleteIt}
        </Button>
      )}
    </Group>
  );
}
