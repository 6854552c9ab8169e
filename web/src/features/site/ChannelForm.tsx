import {
  Autocomplete,
  Button,
  Group,
  MultiSelect,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { channelText } from "@/api/form/channelText";
import { useCallForm } from "@/api/form/useCallForm";
import type { Site } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { common } from "@/text/core/common";
import { site as words } from "@/text/publisher/site";
import { formatNumber } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LogoField } from "@/ui/picker/LogoField";
import { platformFor, platformsOf } from "@/ui/picker/platforms";

import { type SiteValues, toAttributes, toValues } from "./siteValues";
import { parseVisits } from "./visits";

interface ChannelFormProps {
  /** The channel to change, or null for a new one. */
  site: Site | null;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds a channel, or changes one. */
export function ChannelForm({ site, onSaved, onCancel }: ChannelFormProps) {
  const user = useUser();
  const [typing, setTyping] = useState(false);
  const types = useQuery(query("/site/types"));
  const { form, submit, busy, failure } = useCallForm("/site/save", {
    initialValues: toValues(site),
    attributes: toAttributes(site),
    check: ({ monthly_visits }) =>
      parseVisits(monthly_visits) === undefined ? { monthly_visits: words.visitsWrong } : {},
    reword: (text) => channelText(text, words.name),
    draft: `channel ${user.uid} ${site?.id ?? "new"}`,
    // The first channel becomes the default one, which the profile tells.
    refresh: ["/site/list", "/user/profile"],
    onSuccess: ({ name }) => {
      toast.success(words.saved(name));
      onSaved();
    },
  });
  const logo = useUpload("/common/upload");
  const chooseLogo = async (file: File) => {
    const stored = await logo.send(file);
    if (stored) form.setFieldValue("logo", stored.url);
  };
  const optionsOf = (list: ReadonlyArray<{ id: number; name: string }> = []) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const { channel_type } = form.getValues() as SiteValues;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={words.name}
          data-autofocus
          {...withHelp(words.nameHelp, form.errors.name)}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={words.website}
          inputMode="url"
          autoComplete="url"
          {...withHelp(words.websiteHelp, form.errors.website)}
          {...form.getInputProps("website")}
        />
        <Select
          label={words.type}
          placeholder={words.typeHint}
          allowDeselect={false}
          data={optionsOf(types.data?.channel_types)}
          {...form.getInputProps("channel_type")}
          onChange={(type) => {
            form.setFieldValue("channel_type", type);
            const { channel_platform } = form.getValues();
            form.setFieldValue("channel_platform", platformFor(types.data, type, channel_platform));
          }}
        />
        <Autocomplete
          label={words.platform}
          placeholder={words.platformHint}
          data={platformsOf(types.data, channel_type)}
          // What is chosen already narrows nothing: the list shows all until one types.
          filter={typing ? undefined : ({ options }) => options}
          onInput={() => setTyping(true)}
          onDropdownClose={() => setTyping(false)}
          {...form.getInputProps("channel_platform")}
        />
        <MultiSelect
          label={words.methodsLabel}
          placeholder={form.getValues().promotion_methods.length > 0 ? "" : words.methodsHint}
          hidePickedOptions
          data={optionsOf(types.data?.promotion_methods)}
          {...form.getInputProps("promotion_methods")}
        />
        <TextInput
          label={<OptionalLabel>{words.visits}</OptionalLabel>}
          autoComplete="off"
          {...withHelp(words.visitsHelp, form.errors.monthly_visits)}
          {...form.getInputProps("monthly_visits")}
          onBlur={({ currentTarget }) => {
            // What was understood is shown.
            const visits = parseVisits(currentTarget.value);
            if (visits != null) form.setFieldValue("monthly_visits", formatNumber(visits));
          }}
        />
        <Textarea
          label={<OptionalLabel>{words.description}</OptionalLabel>}
          autosize
          minRows={3}
          maxRows={8}
          {...withHelp(words.descriptionHelp, form.errors.description)}
          {...form.getInputProps("description")}
        />
        {site && (
          <TextInput
            label={<OptionalLabel>{words.fallback}</OptionalLabel>}
            inputMode="url"
            autoComplete="off"
            {...withHelp(words.fallbackHelp, form.errors.fallback_url)}
            {...form.getInputProps("fallback_url")}
          />
        )}
        <LogoField
          url={form.getValues().logo}
          busy={logo.busy}
          error={logo.error}
          onPick={(file) => void chooseLogo(file)}
          onRemove={() => form.setFieldValue("logo", "")}
        />
        {site && (
          <Text size="xs" c="dimmed">
            {words.reviewAgain}
          </Text>
        )}
        <FormNote text={failure} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" disabled={busy} onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={busy || logo.busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
