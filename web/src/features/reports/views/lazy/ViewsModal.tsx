import { Button, Checkbox, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { Mailed, View, ViewReport } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import type { ViewsProps } from "@/features/reports/views/ViewsButton";
import { keptFilter } from "@/features/reports/views/viewDays";
import { view as words } from "@/text/reports/view";
import { Hint } from "@/ui/base/Hint";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { toast } from "@/ui/feedback/toasts";
import { Form } from "@/ui/form/Form";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** The views of a report: opened, changed, deleted, and created from the present filters. */
export function ViewsModal({ onClosed, ...views }: ViewsProps & { onClosed: () => void }) {
  const [opened, setOpened] = useState(true);
  const mayEdit = hasPermission(useUser(), "report.edit");
  const close = () => setOpened(false);
  const { report, filter, onOpen } = views;
  const { data, error, refetch } = useQuery(query("/reports/view_list", { filter: { report } }));
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={words.title}>
      <Stack gap="lg">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data?.list.length === 0 && <Text c="dimmed">{words.none}</Text>}
        {data && data.list.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} aria-label={words.list}>
            {data.list.map((each) => (
              <ViewRow
                key={each.id}
                row={each}
                filter={filter}
                onOpen={() => {
                  onOpen(each.filter);
                  close();
                }}
              />
            ))}
          </Stack>
        )}
        {mayEdit && (
          <Stack gap="sm">
            <Title order={3}>{words.saveTitle}</Title>
            <SaveViewForm report={report} filter={filter} onSaved={close} />
          </Stack>
        )}
      </Stack>
    </AppModal>
  );
}

const MAILED = ["never", "week", "month"] as const satisfies Mailed[];

interface SaveViewFormProps {
  report: ViewReport;
  filter: object;
  onSaved: () => void;
}

/** Saves what the screen shows under a name. */
function SaveViewForm({ report, filter, onSaved }: SaveViewFormProps) {
  const { uid, time_zone: zone } = useUser();
  const savedFilter = keptFilter(filter, zone);
  const { form, ...sending } = useCallForm("/reports/view_save", {
    initialValues: { name: "", is_default: false, mailed: "never" as Mailed },
    attributes: (values: { name: string; is_default: boolean; mailed: Mailed }) => ({
      ...values,
      report,
      filter: savedFilter.filter,
      days: savedFilter.days,
    }),
    draft: `view ${uid} ${report}`,
    refresh: ["/reports/view_list"],
    onSuccess: () => {
      toast.success(words.saved);
      onSaved();
    },
  });
  return (
    <Form {...sending} save={words.save}>
      <TextInput label={words.name} maxLength={100} {...form.getInputProps("name")} />
      <Hint size="sm">{savedFilter.label ? words.relative(savedFilter.label) : words.fixed}</Hint>
      <Select
        label={words.mailed}
        description={words.mailedHelp}
        data={MAILED.map((value) => ({ value, label: words.mailChoices[value] }))}
        {...form.getInputProps("mailed")}
      />
      <Checkbox label={words.default} {...form.getInputProps("is_default", { type: "checkbox" })} />
    </Form>
  );
}

interface ViewRowProps {
  row: View;
  /** The current filter of the screen. */
  filter: object;
  onOpen: () => void;
}

/** A saved view and what can be done with it. */
function ViewRow({ row, filter, onOpen }: ViewRowProps) {
  const user = useUser();
  const zone = user.time_zone;
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
          px={0}
          justify="flex-start"
          disabled={row.out_of_date}
          aria-label={words.open(name)}
          onClick={onOpen}
        >
          {name}
        </Button>
        {about.length > 0 && <Hint>{about.join(" · ")}</Hint>}
        {row.out_of_date && <Hint>{words.outOfDateHelp}</Hint>}
      </Stack>
      {hasPermission(user, "report.edit") && (
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
      )}
    </Group>
  );
}
