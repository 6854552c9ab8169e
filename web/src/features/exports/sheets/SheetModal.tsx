import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useReauthForm } from "@/api/form/useReauthForm";
import type { Sheet, SheetDates, SheetDecimal, SheetSep, View } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { sheets as words } from "@/text/exports/sheets";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { CopyField } from "@/ui/form/CopyField";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { ReauthInput } from "@/ui/form/lazy/ReauthInput";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

interface SheetModalProps {
  /** The address that is changed; null makes another one. */
  changed: Sheet | null;
  onClosed: () => void;
}

/** Makes an address and then shows it, once; or changes one. */
export function SheetModal({ changed, onClosed }: SheetModalProps) {
  const [opened, setOpened] = useState(true);
  const [url, setUrl] = useState<string | null>(null);
  const views = useQuery(query("/reports/view_list", { filter: {} }));
  const close = () => setOpened(false);
  const title = url ? words.madeTitle : changed ? words.editTitle(changed.name) : words.make;
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={title}>
      {url ? (
        <Stack gap="lg">
          <Text>{words.madeHelp}</Text>
          <CopyField label={words.address} value={url} />
          <CopyField label={words.formula} value={`=IMPORTDATA("${url}")`} />
          <Group justify="flex-end">
            <Button onClick={close}>{words.done}</Button>
          </Group>
        </Stack>
      ) : (
        <Answer of={views} waiting={<SkeletonRows rows={5} height={84} />}>
          {({ list }) =>
            list.length === 0 ? (
              <Text>{words.noViews}</Text>
            ) : (
              <SheetForm changed={changed} views={list} onMade={setUrl} onClose={close} />
            )
          }
        </Answer>
      )}
    </AppModal>
  );
}

interface SheetFormProps {
  changed: Sheet | null;
  views: View[];
  onMade: (url: string) => void;
  onClose: () => void;
}

function SheetForm({ changed, views, onMade, onClose }: SheetFormProps) {
  const { uid } = useUser();
  const { form, reauth, ...sending } = useReauthForm("/reports/sheet_save", {
    initialValues: {
      name: changed?.name ?? "",
      view_id: String(changed?.view_id ?? views[0]?.id ?? ""),
      decimal: changed?.decimal ?? ("point" as SheetDecimal),
      sep: changed?.sep ?? ("comma" as SheetSep),
      dates: changed?.dates ?? ("iso" as SheetDates),
      password: "",
    },
    attributes: ({ view_id, ...values }) => ({
      ...values,
      id: changed?.id,
      view_id: Number(view_id),
    }),
    draft: `sheet ${uid} ${changed?.id ?? "new"}`,
    refresh: ["/reports/sheet_list"],
    onSuccess: ({ url }, { attributes }) => {
      if (url) return onMade(url);
      toast.success(words.saved(attributes.name));
      onClose();
    },
  });
  const field = fieldsOf(form);
  return (
    <Form {...sending} save={changed ? words.save : words.makeIt} onCancel={onClose} gap="lg">
      <TextInput {...field("name", words.name, words.nameHelp)} data-autofocus />
      <NativeSelect
        {...field("view_id", words.view, words.viewHelp)}
        data={views.map(({ id, name, report }) => ({
          value: String(id),
          label: `${name} (${words.reports[report]})`,
        }))}
      />
      <Stack gap={4}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NativeSelect {...field("decimal", words.decimal)} data={choices(words.decimals)} />
          <NativeSelect {...field("sep", words.sep)} data={choices(words.seps)} />
          <NativeSelect {...field("dates", words.dates)} data={choices(words.dateForms)} />
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          {words.lookHelp}
        </Text>
      </Stack>
      <ReauthInput of={reauth} label={words.password} help={words.passwordHelp} />
    </Form>
  );
}

const choices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
