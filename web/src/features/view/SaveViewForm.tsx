import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { Mailed, ViewReport } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { view as words } from "@/text/reports/view";
import { toast } from "@/ui/feedback/toasts";
import { FormNote } from "@/ui/form/FormNote";

import { keptFilter } from "./viewDays";

const MAILED = ["never", "week", "month"] as const satisfies Mailed[];

interface SaveViewFormProps {
  report: ViewReport;
  filter: object;
  onSaved: () => void;
}

/** Saves what the screen shows under a name. */
export function SaveViewForm({ report, filter, onSaved }: SaveViewFormProps) {
  const { uid, time_zone: zone } = useUser();
  const savedFilter = keptFilter(filter, zone);
  const { form, submit, busy, failure } = useCallForm("/reports/view_save", {
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
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput label={words.name} maxLength={100} {...form.getInputProps("name")} />
        <Text size="sm" c="dimmed">
          {savedFilter.label ? words.relative(savedFilter.label) : words.fixed}
        </Text>
        <Select
          label={words.mailed}
          description={words.mailedHelp}
          allowDeselect={false}
          data={MAILED.map((value) => ({ value, label: words.mailChoices[value] }))}
          {...form.getInputProps("mailed")}
        />
        <Checkbox
          label={words.default}
          {...form.getInputProps("is_default", { type: "checkbox" })}
        />
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
