import { MultiSelect, Select, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { withHelp } from "@/ui/form/Field";
import { guessChannel, refill } from "@/ui/picker/guessChannel";
import { platformFor, platformsOf } from "@/ui/picker/platforms";

import { type SignUpValues, validateProfileStep } from "./signUpValues";

const WEBSITE = "channel.website";
const COMBOBOX_PROPS = { withinPortal: false };

const toOptions = (named: ReadonlyArray<{ id: number; name: string }> = []) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }));

/** The fields of a new publisher's first channel. */
export function ChannelFields({ form }: { form: UseFormReturnType<SignUpValues> }) {
  const types = useQuery(query("/site/types"));
  const { name, website, channel_type, channel_platform, promotion_methods } = form.values.channel;
  const fillIn = (address: string) => {
    const typed = {
      name,
      type: channel_type,
      platform: channel_platform ?? "",
      methods: promotion_methods,
    };
    const { type, platform, ...filled } = refill(
      typed,
      guessChannel(website, types.data),
      guessChannel(address, types.data),
    );
    form.setFieldValue("channel.website", address);
    form.setFieldValue("channel.name", filled.name);
    form.setFieldValue("channel.channel_type", type);
    form.setFieldValue("channel.channel_platform", platform || null);
    form.setFieldValue("channel.promotion_methods", filled.methods);
  };
  /** Reports an invalid address when the field loses the focus, not only when the form is sent. */
  const checkWebsite = async () => {
    const { website: typed } = form.getValues().channel;
    const error = typed && (await validateProfileStep(form.getValues()))[WEBSITE];
    if (error && form.getValues().channel.website === typed) form.setFieldError(WEBSITE, error);
  };
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{signUpWords.channel}</Title>
      <TextInput
        label={signUpWords.website}
        type="url"
        autoComplete="url"
        enterKeyHint="next"
        {...withHelp(signUpWords.websiteHelp, form.errors["channel.website"])}
        {...form.getInputProps("channel.website")}
        onChange={({ currentTarget }) => fillIn(currentTarget.value)}
        onBlur={() => void checkWebsite()}
      />
      <TextInput
        label={signUpWords.channelName}
        enterKeyHint="next"
        {...form.getInputProps("channel.name")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
          allowDeselect
          label={signUpWords.channelType}
          comboboxProps={COMBOBOX_PROPS}
          data={toOptions(types.data?.channel_types)}
          {...form.getInputProps("channel.channel_type")}
          onChange={(type) => {
            const fitting = platformFor(types.data, type, channel_platform ?? "");
            form.setFieldValue("channel.channel_type", type);
            form.setFieldValue("channel.channel_platform", fitting || null);
          }}
        />
        <Select
          allowDeselect
          label={signUpWords.channelPlatform}
          comboboxProps={COMBOBOX_PROPS}
          data={platformsOf(types.data, channel_type)}
          {...form.getInputProps("channel.channel_platform")}
        />
      </SimpleGrid>
      <MultiSelect
        comboboxProps={COMBOBOX_PROPS}
        label={signUpWords.promotionMethods}
        placeholder={
          form.values.channel.promotion_methods.length > 0 ? "" : signUpWords.methodsHint
        }
        data={toOptions(types.data?.promotion_methods)}
        {...form.getInputProps("channel.promotion_methods")}
      />
    </Stack>
  );
}
