import { Button, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useId, useState } from "react";

import { signUp as signUpWords } from "@/text/account/signUp";
import { OptionalLabel } from "@/ui/form/Field";

import { ProfileFiles } from "./ProfileFiles";
import type { SignUpValues } from "./signUpValues";
import type { GuestFiles } from "./useGuestFiles";

interface MoreFieldsProps {
  form: UseFormReturnType<SignUpValues>;
  files: GuestFiles;
}

const FIELDS = ["category", "address", "city", "province", "postal_code"].map(
  (field) => `company.${field}`,
);

/** What may be told as well, folded away until it is wanted. */
export function MoreFields({ form, files }: MoreFieldsProps) {
  const [wanted, setWanted] = useState(false);
  const id = useId();
  // A field that was refused is shown.
  const opened = wanted || FIELDS.some((field) => form.errors[field]);
  return (
    <Stack gap="sm" component="section">
      <Stack gap={4} align="flex-start">
        <Button
          variant="default"
          size="xs"
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setWanted(!opened)}
        >
          {signUpWords.details}
        </Button>
        <Text size="xs" c="dimmed">
          {signUpWords.detailsHelp}
        </Text>
      </Stack>
      <Stack gap="sm" id={id} hidden={!opened} display={opened ? undefined : "none"}>
        <TextInput
          label={<OptionalLabel>{signUpWords.companyCategory}</OptionalLabel>}
          {...form.getInputProps("company.category")}
        />
        <TextInput
          label={<OptionalLabel>{signUpWords.address}</OptionalLabel>}
          autoComplete="street-address"
          {...form.getInputProps("company.address")}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm">
          <TextInput
            label={<OptionalLabel>{signUpWords.city}</OptionalLabel>}
            autoComplete="address-level2"
            {...form.getInputProps("company.city")}
          />
          <TextInput
            label={<OptionalLabel>{signUpWords.province}</OptionalLabel>}
            autoComplete="address-level1"
            {...form.getInputProps("company.province")}
          />
          <TextInput
            label={<OptionalLabel>{signUpWords.postalCode}</OptionalLabel>}
            autoComplete="postal-code"
            {...form.getInputProps("company.postal_code")}
          />
        </SimpleGrid>
        <ProfileFiles files={files} />
      </Stack>
    </Stack>
  );
}
