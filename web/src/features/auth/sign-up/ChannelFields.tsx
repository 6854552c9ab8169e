import { MultiSelect, Select, SimpleGrid, Stack, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { signUp as signUpWords } from "@/text/account/signUp";
import { withHelp } from "@/ui/form/Field";
import { platformFor, platformsOf } from "@/ui/picker/platforms";

import type { SignUpValues } from "./signUpValues";

const COMBOBOX_PROPS = { withinPortal: false };

const toOptions = (named: ReadonlyArray<{ id: number; name: string }> = []) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }));

/** Where a new publisher promotes: the first channel. */
export function ChannelFields({ form }: { form: UseFormReturnType<SignUpValues> }) {
  const types = useQuery(query("/site/types"));
  const { channel_type, channel_platform } = form.values.channel;
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{signUpWords.channel}</Title>
      <TextInput label={signUpWords.channelName} {...form.getInputProps("channel.name")} />
      <TextInput
        label={signUpWords.website}
        type="url"
        autoComplete="url"
        {...withHelp(signUpWords.websiteHelp, form.errors["channel.website"])}
        {...form.getInputProps("channel.website")}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
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
