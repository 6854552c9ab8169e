import { Autocomplete, MultiSelect, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { Site } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { site as words } from "@/text/channels/site";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { guessChannel, refill } from "@/ui/picker/guessChannel";
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
  const { form, submit, leave, busy, failure } = useCallForm("/site/save", {
    initialValues: toValues(site),
    attributes: toAttributes(site),
    check: ({ monthly_visits }) =>
      parseVisits(monthly_visits) === undefined ? { monthly_visits: words.visitsWrong } : {},
    labels: { name: words.name, channel_platform: words.platform },
    draft: `channel ${user.uid} ${site?.id ?? "new"}`,
    // The first channel becomes the default one, which the profile tells.
    refresh: ["/site/list", "/user/profile"],
    onSuccess: ({ name }) => {
      toast.success(words.saved(name));
      onSaved();
    },
  });
  const field = fieldsOf(form);
  const logo = useUpload("/common/upload");
  const chooseLogo = async (file: File) => {
    const stored = await logo.send(file);
    if (stored) form.setFieldValue("logo", stored.url);
  };
  const optionsOf = (list: ReadonlyArray<{ id: number; name: string }> = []) =>
    list.map(({ id, name }) => ({ value: String(id), label: name }));
  const { channel_type } = form.getValues() as SiteValues;
  /** Fills in what the address of a new channel implies: its name, type and platform. */
  const fillIn = (address: string) => {
    const { name, website, channel_platform, promotion_methods } = form.getValues();
    form.setFieldValue("website", address);
    if (site) return;
    const filled = refill(
      { name, type: channel_type, platform: channel_platform, methods: promotion_methods },
      guessChannel(website, types.data),
      guessChannel(address, types.data),
    );
    form.setFieldValue("name", filled.name);
    form.setFieldValue("channel_type", filled.type);
    form.setFieldValue("channel_platform", filled.platform);
    form.setFieldValue("promotion_methods", filled.methods);
  };
  return (
    <Form
      submit={submit}
      busy={busy}
      failure={failure}
      waits={logo.busy}
      save={words.save}
      onCancel={onCancel}
    >
      <TextInput
        {...field("website", words.website, words.websiteHelp)}
        type="url"
        autoComplete="url"
        // It may come after its drawer has looked for a field to begin with.
        autoFocus={!site}
        data-autofocus
        onChange={({ currentTarget }) => fillIn(currentTarget.value)}
        onBlur={() => void leave("website")}
      />
      <TextInput {...field("name", words.name, words.nameHelp)} />
      <Select
        {...field("channel_type", words.type)}
        placeholder={words.typeHint}
        data={optionsOf(types.data?.channel_types)}
        onChange={(type) => {
          form.setFieldValue("channel_type", type);
          const { channel_platform } = form.getValues();
          form.setFieldValue("channel_platform", platformFor(types.data, type, channel_platform));
        }}
      />
      <Autocomplete
        {...field("channel_platform", words.platform)}
        placeholder={words.platformHint}
        data={platformsOf(types.data, channel_type)}
        // The present value does not filter the list: it shows all until the user types.
        filter={typing ? undefined : ({ options }) => options}
        onInput={() => setTyping(true)}
        onDropdownClose={() => setTyping(false)}
      />
      <MultiSelect
        {...field("promotion_methods", words.methodsLabel)}
        placeholder={form.getValues().promotion_methods.length > 0 ? "" : words.methodsHint}
        hidePickedOptions
        data={optionsOf(types.data?.promotion_methods)}
      />
      <TextInput
        {...field.optional("monthly_visits", words.visits, words.visitsHelp)}
        onBlur={({ currentTarget }) => {
          // The parsed number is shown.
          const visits = parseVisits(currentTarget.value);
          if (visits != null) form.setFieldValue("monthly_visits", formatNumber(visits));
        }}
      />
      <Textarea
        {...field.optional("description", words.description, words.descriptionHelp)}
        autosize
        minRows={3}
        maxRows={8}
      />
      {site && (
        <TextInput
          {...field.optional("fallback_url", words.fallback, words.fallbackHelp)}
          inputMode="url"
        />
      )}
      <LogoField
        url={form.getValues().logo}
        busy={logo.busy}
        error={logo.error}
        onPick={(file) => void chooseLogo(file)}
        onRemove={() => form.setFieldValue("logo", "")}
      />
      {site && <Hint>{words.reviewAgain}</Hint>}
    </Form>
  );
}
