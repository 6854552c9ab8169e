import { ActionIcon, Button, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { Postback, PostbackTypes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { isNarrowed } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { postback as words } from "@/text/postbacks/postback";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, OptionalLabel, withHelp } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { LazyMultiSelect } from "@/ui/picker/LazyMultiSelect";
import { LazySelect } from "@/ui/picker/LazySelect";
import classes from "./Postback.module.css";
import {
  fromTemplate,
  insertMacro,
  type PostbackValues,
  parameterErrors,
  toDraft,
  toValues,
} from "./postbackValues";
import { macrosOf } from "./usePostbackTypes";

const ALL = { page: { curPage: 1, perPage: 1_000 } };
const GET = "1";

interface PostbackFormProps {
  saved: Postback | null;
  types: PostbackTypes;
  onClose: () => void;
  /** The content beside the form, which depends on its values. */
  children: (values: PostbackValues) => ReactNode;
}

interface Typed {
  field: string;
  caret: number | null;
  input: HTMLInputElement | null;
}

/** Saves a postback: which event it reports, where to, and with which values. */
export function PostbackForm({ saved, types, onClose, children }: PostbackFormProps) {
  const user = useUser();
  // The list is refetched while typing: changes made meanwhile are not overwritten.
  const [read] = useState(saved);
  const { form, ...sending } = useCallForm("/postback/do_info", {
    initialValues: toValues(saved, types, user.site_ids),
    attributes: (values) => ({ ...toDraft(values, saved?.id), updated_at: read?.updated_at }),
    check: ({ parameters }) => parameterErrors(parameters),
    draft: `postback ${user.uid} ${saved?.id ?? "new"}`,
    refresh: ["/postback/list"],
    textByCode: {
      [codes.NOT_FOUND]: () => words.deletedMeanwhile,
      [codes.CHANGED_MEANWHILE]: () => words.changedMeanwhile,
    },
    onSuccess: () => {
      toast.success(saved ? words.saved : words.added);
      onClose();
    },
  });
  const field = fieldsOf(form);
  const values = form.values;
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
    <>
      <Paper p="md">
        <Form {...sending} save={words.save} onCancel={onClose}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <LazySelect
              {...field("event_type", words.event, words.eventHelp)}
              data={types.event_types.map(({ id, title }) => ({ value: String(id), label: title }))}
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
            {...field("link_url", words.url, words.urlHelp)}
            type="url"
            inputMode="url"
            spellCheck={false}
            placeholder={words.urlHint}
            {...track("link_url")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <LazySelect
              {...field("delivery_type", words.deliveryType)}
              data={options(types.delivery_types)}
            />
            <LazySelect
              label={<OptionalLabel>{words.macro}</OptionalLabel>}
              placeholder={words.macroHint}
              searchable
              data={macrosOf(types, values.event_type).map(({ name, text }) => ({
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
            {isNarrowed(user) ? (
              <LazySelect
                {...field("site_id", words.channel, words.ownChannelHelp)}
                data={options(channels.data?.list ?? [])}
              />
            ) : (
              <LazySelect
                allowDeselect
                {...field.optional("site_id", words.channel)}
                placeholder={words.allChannels}
                clearable
                data={options(channels.data?.list ?? [])}
              />
            )}
            <LazySelect
              allowDeselect
              {...field.optional("medium_id", words.platform)}
              placeholder={words.allPlatforms}
              clearable
              searchable
              data={options(types.mediums)}
            />
          </SimpleGrid>
          <LazyMultiSelect
            {...field.optional("mids", words.brands)}
            placeholder={values.mids.length > 0 ? undefined : words.allBrands}
            clearable
            searchable
            data={(brands.data?.list ?? []).map(({ mid, name }) => ({
              value: String(mid),
              label: name,
            }))}
          />
        </Form>
      </Paper>
      {children(values)}
    </>
  );
}

type Rows = PostbackValues["parameters"];

interface ParameterRowsProps {
  rows: Rows;
  help: string;
  errors: FormErrors;
  /** Props by which the form knows where was typed last. */
  track: (field: string) => object;
  onChange: (rows: Rows) => void;
}

/** Names and values of the parameters, a row each. */
function ParameterRows({ rows, help, errors, track, onChange }: ParameterRowsProps) {
  const change = (index: number, part: Partial<Rows[number]>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Stack gap="xs" component="fieldset" m={0} p={0} style={{ border: 0 }}>
      <Text component="legend" size="xs" fw={500} p={0} pb={4}>
        {words.parameters}
      </Text>
      {rows.map(({ name, value }, index) => (
        <div key={index} className={classes.parameter}>
          <TextInput
            name={`parameters.${index}.name`}
            aria-label={words.nameOf(index + 1)}
            placeholder={words.name}
            spellCheck={false}
            value={name}
            error={errors[`parameters.${index}.name`]}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
          />
          <TextInput
            name={`parameters.${index}.value`}
            aria-label={words.valueOf(index + 1)}
            placeholder={words.value}
            spellCheck={false}
            value={value}
            error={errors[`parameters.${name}`]}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
            {...track(`parameters.${index}`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={words.removeParameter(index + 1)}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      <Hint>{help}</Hint>
      <div>
        <Button
          size="xs"
          variant="default"
          onClick={() => onChange([...rows, { name: "", value: "" }])}
        >
          {words.addParameter}
        </Button>
      </div>
    </Stack>
  );
}
