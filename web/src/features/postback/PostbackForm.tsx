import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { postback as words } from "@/text/publisher/postback";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { LazyMultiSelect } from "@/ui/picker/LazyMultiSelect";
import { LazySelect } from "@/ui/picker/LazySelect";
import { ParameterRows } from "./ParameterRows";
import {
  fromTemplate,
  insertMacro,
  type PostbackValues,
  parameterErrors,
  toDraft,
  toValues,
} from "./postbackValues";

const ALL = { page: { curPage: 1, perPage: 1_000 } };
const GET = "1";

interface PostbackFormProps {
  saved: Postback | null;
  types: PostbackTypes;
  /** Called with what is typed, for the preview. */
  onValues: (values: PostbackValues) => void;
  onSaved: () => void;
  onCancel: () => void;
}

interface Typed {
  field: string;
  caret: number | null;
  input: HTMLInputElement | null;
}

/** Saves a postback: which event it reports, where to, and with which values. */
export function PostbackForm({ saved, types, onValues, onSaved, onCancel }: PostbackFormProps) {
  const { uid } = useUser();
  // The list is read anew while one types: what was changed meanwhile is not overwritten.
  const [read] = useState(saved);
  const { form, submit, busy, failure } = useCallForm("/postback/do_info", {
    initialValues: toValues(saved),
    attributes: (values) => ({ ...toDraft(values, saved?.id), updated_at: read?.updated_at }),
    check: ({ parameters }) => parameterErrors(parameters),
    draft: `postback ${uid} ${saved?.id ?? "new"}`,
    refresh: ["/postback/list"],
    textByCode: {
      [codes.NOT_FOUND]: () => words.deletedMeanwhile,
      [codes.CHANGED_MEANWHILE]: () => words.changedMeanwhile,
    },
    onSuccess: () => {
      toast.success(saved ? words.saved : words.added);
      onSaved();
    },
  });
  const values = form.values;
  useEffect(() => onValues(values), [values, onValues]);
  const channels = useQuery(query("/site/list", ALL));
  const brands = useQuery(query("/brands/find", { filter: { status: RELATION_JOINED }, ...ALL }));
  const typed = useRef<Typed>({ field: "link_url", caret: null, input: null });
  const track = (field: string) => ({
    onSelect: ({ currentTarget }: React.SyntheticEvent<HTMLInputElement>) => {
      typed.current = { field, caret: currentTarget.selectionStart, input: currentTarget };
    },
  });
  const insert = (name: string) => {
    const { field, caret, input } = typed.current;
    const index = Number(field.split(".")[1]);
    const before = field === "link_url" ? values.link_url : values.parameters[index]?.value;
    if (before === undefined) return;
    const path = field === "link_url" ? field : `parameters.${index}.value`;
    form.setFieldValue(path, insertMacro(before, name, caret));
    const next = caret === null ? null : caret + name.length + 2;
    typed.current = { field, caret: next, input };
    // Once the list is closed, which takes the focus as it does.
    setTimeout(() => {
      input?.focus();
      input?.setSelectionRange(next, next);
    });
  };
  const options = (list: Array<{ id: number; name: string }>) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LazySelect
            label={words.event}
            allowDeselect={false}
            data={types.event_types.map(({ id, title }) => ({ value: String(id), label: title }))}
            {...withHelp(words.eventHelp, form.errors.event_type)}
            {...form.getInputProps("event_type")}
          />
          <LazySelect
            label={<OptionalLabel>{words.template}</OptionalLabel>}
            placeholder={words.templateHint}
            data={types.templates.map(({ name }) => name)}
            value={null}
            {...withHelp(words.templateHelp, undefined)}
            onChange={(name) => {
              const template = types.templates.find((each) => each.name === name);
              if (template) form.setValues(fromTemplate(template));
            }}
          />
        </SimpleGrid>
        <TextInput
          label={words.url}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={words.urlHint}
          {...withHelp(words.urlHelp, form.errors.link_url)}
          {...form.getInputProps("link_url")}
          {...track("link_url")}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LazySelect
            label={words.deliveryType}
            allowDeselect={false}
            data={options(types.delivery_types)}
            {...form.getInputProps("delivery_type")}
          />
          <LazySelect
            label={<OptionalLabel>{words.macro}</OptionalLabel>}
            placeholder={words.macroHint}
            searchable
            data={types.macros.map(({ name, text }) => ({
              value: name,
              label: `{${name}} ${text}`,
            }))}
            value={null}
            {...withHelp(words.macroHelp, undefined)}
            onChange={(name) => name && insert(name)}
          />
        </SimpleGrid>
        <ParameterRows
          rows={values.parameters}
          help={values.delivery_type === GET ? words.getHelp : words.bodyHelp}
          errors={form.errors}
          track={track}
          onChange={(rows) => form.setFieldValue("parameters", rows)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <LazySelect
            label={<OptionalLabel>{words.channel}</OptionalLabel>}
            placeholder={words.allChannels}
            clearable
            data={options(channels.data?.list ?? [])}
            {...form.getInputProps("site_id")}
          />
          <LazySelect
            label={<OptionalLabel>{words.platform}</OptionalLabel>}
            placeholder={words.allPlatforms}
            clearable
            searchable
            data={options(types.mediums)}
            {...form.getInputProps("medium_id")}
          />
        </SimpleGrid>
        <LazyMultiSelect
          label={<OptionalLabel>{words.brands}</OptionalLabel>}
          placeholder={values.mids.length > 0 ? undefined : words.allBrands}
          clearable
          searchable
          data={(brands.data?.list ?? []).map(({ mid, name }) => ({
            value: String(mid),
            label: name,
          }))}
          {...form.getInputProps("mids")}
        />
        <FormNote text={failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
