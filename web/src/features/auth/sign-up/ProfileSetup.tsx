import "@/ui/styles/pageStyles";

import {
  Button,
  Group,
  Modal,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { queryClient } from "@/api/client";
import { query } from "@/api/query";
import { auth } from "@/text/account/auth";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { CountrySelect } from "@/ui/picker/CountrySelect";

import { ProfileFiles } from "./ProfileFiles";
import { type SignUpValues, validateProfileStep } from "./signUpValues";
import { useGuestFiles } from "./useGuestFiles";

// Within the dialog, where a screen reader looks for it.
const COMBOBOX_PROPS = { withinPortal: false };

interface ProfileSetupProps {
  form: UseFormReturnType<SignUpValues>;
  busy: boolean;
  onBack: () => void;
  onFinish: (withProfile: boolean) => void;
}

const toOptions = (named: ReadonlyArray<{ id: number; name: string }> = []) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }));

/** Step 2 of a registration: company and channel, which may be skipped. */
export function ProfileSetup(props: ProfileSetupProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Setup {...props} />
    </QueryClientProvider>
  );
}

function Setup({ form, busy, onBack, onFinish }: ProfileSetupProps) {
  const types = useQuery(query("/site/types"));
  const [checking, setChecking] = useState(false);
  const files = useGuestFiles(form);
  const chosen = Number(form.values.channel.channel_type);
  const platforms = types.data?.channel_platforms.filter(
    ({ channel_type }) => !chosen || channel_type === chosen,
  );
  const finish = async () => {
    setChecking(true);
    const errors = await validateProfileStep(form.getValues());
    setChecking(false);
    form.setErrors(errors);
    if (Object.keys(errors).length === 0 && (await files.resendExpired())) onFinish(true);
  };
  return (
    <Modal opened onClose={onBack} title={auth.profileTitle} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <Stack gap="lg">
          <Text c="dimmed">{auth.profileHelp}</Text>
          <Stack gap="sm" component="section">
            <Title order={2}>{auth.company}</Title>
            <TextInput
              label={auth.companyName}
              autoComplete="organization"
              data-autofocus
              {...form.getInputProps("company.name")}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <TextInput
                label={<OptionalLabel>{auth.companyCategory}</OptionalLabel>}
                {...form.getInputProps("company.category")}
              />
              <CountrySelect
                comboboxProps={COMBOBOX_PROPS}
                label={auth.country}
                autoComplete="country-name"
                {...form.getInputProps("company.country")}
              />
            </SimpleGrid>
            <TextInput
              label={<OptionalLabel>{auth.address}</OptionalLabel>}
              autoComplete="street-address"
              {...form.getInputProps("company.address")}
            />
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm">
              <TextInput
                label={<OptionalLabel>{auth.city}</OptionalLabel>}
                autoComplete="address-level2"
                {...form.getInputProps("company.city")}
              />
              <TextInput
                label={<OptionalLabel>{auth.province}</OptionalLabel>}
                autoComplete="address-level1"
                {...form.getInputProps("company.province")}
              />
              <TextInput
                label={<OptionalLabel>{auth.postalCode}</OptionalLabel>}
                autoComplete="postal-code"
                {...form.getInputProps("company.postal_code")}
              />
            </SimpleGrid>
          </Stack>
          <Stack gap="sm" component="section">
            <Title order={2}>{auth.channel}</Title>
            <TextInput label={auth.channelName} {...form.getInputProps("channel.name")} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
              <Select
                label={auth.channelType}
                comboboxProps={COMBOBOX_PROPS}
                data={toOptions(types.data?.channel_types)}
                {...form.getInputProps("channel.channel_type")}
              />
              <Select
                label={auth.channelPlatform}
                comboboxProps={COMBOBOX_PROPS}
                data={[...new Set(platforms?.map(({ name }) => name))]}
                {...form.getInputProps("channel.channel_platform")}
              />
            </SimpleGrid>
            <MultiSelect
              comboboxProps={COMBOBOX_PROPS}
              label={auth.promotionMethods}
              data={toOptions(types.data?.promotion_methods)}
              {...form.getInputProps("channel.promotion_methods")}
            />
            <TextInput
              label={auth.website}
              type="url"
              {...withHelp(auth.websiteHelp, form.errors["channel.website"])}
              {...form.getInputProps("channel.website")}
            />
            <ProfileFiles files={files} />
          </Stack>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={() => onFinish(false)}>
              {auth.skip}
            </Button>
            <Button type="submit" loading={busy || checking || files.busy}>
              {auth.finish}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
