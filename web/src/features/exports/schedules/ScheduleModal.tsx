import {
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { ExportReport, ExportSchedule, View } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission, type User } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { schedules as words } from "@/text/exports/schedules";
import { Hint } from "@/ui/base/Hint";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";
import { hasFixedDays, isDated, toDraft, toValues } from "./scheduleValues";

/** The reports that can be chosen, each with the permissions that it needs. */
const REPORTS: Array<[ExportReport, string[]]> = [
  ["transactions", []],
  ["performance", []],
  ["clicks", []],
  ["links", []],
  ["payments", ["payment.read"]],
  ["settlements", ["payment.read"]],
  ["deliveries", ["payment.read", "postback.edit"]],
];

interface ScheduleModalProps {
  /** The schedule that is changed; null adds another one. */
  saved: ExportSchedule | null;
  onSaved: (id: number) => void;
  onClosed: () => void;
}

/** Adds or changes a schedule: what is delivered, how often, and where to. */
export function ScheduleModal({ saved, onSaved, onClosed }: ScheduleModalProps) {
  const [opened, setOpened] = useState(true);
  const views = useQuery(query("/reports/view_list", { filter: {} }));
  const close = () => setOpened(false);
  const form = (list: View[]) => (
    <ScheduleForm
      saved={saved}
      views={list}
      onClose={close}
      onSaved={(id) => {
        // A new one is left for its drawer, to which the page's address changes.
        if (saved) close();
        onSaved(id);
      }}
    />
  );
  return (
    <AppModal
      opened={opened}
      onClose={close}
      onClosed={onClosed}
      size="lg"
      title={saved ? words.editTitle(saved.name) : words.addTitle}
    >
      {saved?.view_id ? (
        <Answer of={views} waiting={<SkeletonRows rows={8} height={56} />}>
          {({ list }) => form(list)}
        </Answer>
      ) : (
        form(views.data?.list ?? [])
      )}
    </AppModal>
  );
}

interface ScheduleFormProps {
  saved: ExportSchedule | null;
  views: View[];
  onSaved: (id: number) => void;
  onClose: () => void;
}

function ScheduleForm({ saved, views, onSaved, onClose }: ScheduleFormProps) {
  const user = useUser();
  const { uid } = user;
  // The list is refetched while typing: what is changed stays what was opened.
  const [read] = useState(saved);
  const { form, reauth, ...sending } = useReauthForm("/reports/schedule_save", {
    initialValues: toValues(read),
    attributes: (values) => toDraft(values, read, views),
    draft: `schedule ${uid} ${saved?.id ?? "new"}`,
    refresh: ["/reports/schedule_list", "/reports/schedule_log"],
    onSuccess: ({ id, name }) => {
      toast.success(words.saved(name));
      onSaved(id);
    },
  });
  const field = fieldsOf(form);
  const { values } = form;
  const fixed = hasFixedDays(values, read);
  return (
    <Form {...sending} save={words.save} onCancel={onClose} gap="lg">
      <TextInput {...field("name", words.name, words.nameHelp)} data-autofocus />
      <NativeSelect {...field("source", words.source)} data={sources(user, views)} />
      {fixed && <Hint size="sm">{words.filtered}</Hint>}
      {values.source === "transactions" && !fixed && (
        <Checkbox
          label={words.incremental}
          description={words.incrementalHelp}
          {...form.getInputProps("incremental", { type: "checkbox" })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {isDated(values) && !fixed && (
          <NativeSelect {...field("days", words.days)} data={choices(words.dayNames)} />
        )}
        <NativeSelect {...field("every", words.every)} data={choices(words.everyNames)} />
        <NativeSelect {...field("format", words.format)} data={choices(words.formats)} />
      </SimpleGrid>
      <NativeSelect {...field("kind", words.kind)} data={choices(words.kinds)} />
      {values.kind === "s3" ? (
        <>
          <TextInput
            {...field.optional("endpoint", words.endpoint, words.endpointHelp)}
            type="url"
            inputMode="url"
            spellCheck={false}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              {...field("region", words.region)}
              spellCheck={false}
              placeholder={words.regionHint}
            />
            <TextInput {...field("bucket", words.bucket)} spellCheck={false} />
            <TextInput {...field("access_key", words.accessKey)} spellCheck={false} />
            <PasswordInput
              {...field("secret", words.secretKey, read ? words.keptSecret : undefined)}
              autoComplete="off"
            />
          </SimpleGrid>
        </>
      ) : (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              {...field("host", words.host)}
              spellCheck={false}
              placeholder={words.hostHint}
            />
            <NumberInput
              {...field("port", words.port, words.portHelp)}
              allowDecimal={false}
              hideControls
            />
          </SimpleGrid>
          <TextInput {...field("user", words.user)} spellCheck={false} autoComplete="off" />
          <NativeSelect
            label={words.sftpSecret}
            data={choices(words.secretKinds)}
            value={values.by_key ? "key" : "password"}
            onChange={({ currentTarget }) =>
              form.setValues({ by_key: currentTarget.value === "key", secret: "" })
            }
          />
          {values.by_key ? (
            <Textarea
              {...field("secret", words.privateKey, read ? words.keptSecret : words.privateKeyHelp)}
              rows={4}
              spellCheck={false}
              autoComplete="off"
            />
          ) : (
            <PasswordInput
              {...field("secret", words.sftpPassword, read ? words.keptSecret : undefined)}
              autoComplete="off"
            />
          )}
          <TextInput
            {...field.optional("host_key", words.hostKey, words.hostKeyHelp)}
            spellCheck={false}
            placeholder={words.hostKeyHint}
          />
        </>
      )}
      <TextInput {...field.optional("folder", words.folder)} spellCheck={false} />
      <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
    </Form>
  );
}

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** What can be delivered: the reports that the user may read, and their saved views. */
function sources(user: User, views: View[]) {
  const reports = REPORTS.filter(([, needed]) =>
    needed.every((permission) => hasPermission(user, permission)),
  ).map(([value]) => ({ value, label: words.reportNames[value] }));
  if (views.length === 0) return reports;
  return [
    { group: words.reports, items: reports },
    {
      group: words.views,
      items: views.map(({ id, name, report }) => ({
        value: `view:${id}`,
        label: `${name} (${words.shortNames[report]})`,
      })),
    },
  ];
}
