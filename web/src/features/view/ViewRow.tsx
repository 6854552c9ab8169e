import { Button, Group, Stack, Text } from "@mantine/core";

import type { View } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { view as words } from "@/text/reports/view";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

import { keptFilter } from "./viewDays";

interface ViewRowProps {
  row: View;
  /** What the screen shows now. */
  filter: object;
  onOpen: () => void;
}

/** A saved view and what can be done with it. */
export function ViewRow({ row, filter, onOpen }: ViewRowProps) {
  const { time_zone: zone } = useUser();
  const refresh = ["/reports/view_list"] as const;
  const save = useCall("/reports/view_save", {
    refresh: [...refresh],
    onSuccess: () => toast.success(words.saved),
  });
  const remove = useCall("/reports/view_del", {
    refresh: [...refresh],
    onSuccess: () => toast.success(words.deleted),
  });
  const { id, report, name, is_default, mailed } = row;
  const change = (changed: object) =>
    save.mutate({ attributes: { id, report, name, is_default, mailed, ...changed } });
  const about = [
    is_default && words.isDefault,
    mailed !== "never" && words.mails[mailed],
    row.out_of_date && words.outOfDate,
  ].filter(Boolean);
  const mailings = [
    { label: words.mailWeek, to: "week" },
    { label: words.mailMonth, to: "month" },
    { label: words.mailNever, to: "never" },
  ].filter(({ to }) => to !== mailed);
  return (
    <Group component="li" wrap="nowrap" justify="space-between" style={{ listStyle: "none" }}>
      <Stack gap={0} miw={0}>
        <Button
          variant="subtle"
          size="sm"
          px={0}
          justify="flex-start"
          disabled={row.out_of_date}
          aria-label={words.open(name)}
          onClick={onOpen}
        >
          {name}
        </Button>
        {about.length > 0 && (
          <Text size="xs" c="dimmed">
            {about.join(" · ")}
          </Text>
        )}
        {row.out_of_date && (
          <Text size="xs" c="dimmed">
            {words.outOfDateHelp}
          </Text>
        )}
      </Stack>
      <ActionMenu
        label={words.actions(name)}
        busy={save.isPending || remove.isPending}
        groups={[
          [
            {
              label: words.replace,
              onClick: () => {
                const { label: _, ...kept } = keptFilter(filter, zone);
                change(kept);
              },
            },
            {
              label: is_default ? words.noDefault : words.makeDefault,
              onClick: () => change({ is_default: !is_default }),
            },
          ],
          mailings.map(({ label, to }) => ({ label, onClick: () => change({ mailed: to }) })),
          [
            {
              label: words.delete,
              onClick: () =>
                openConfirm({
                  question: words.deleteAsk(name),
                  confirm: words.delete,
                  destroys: true,
                  onConfirm: () => remove.mutate({ attributes: { id } }),
                }),
            },
          ],
        ]}
      />
    </Group>
  );
}
