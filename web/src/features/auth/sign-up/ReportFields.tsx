import { SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { query } from "@/api/query";
import { signUp as signUpWords } from "@/text/account/signUp";
import { browserCountry, currencies, zones } from "@/ui/picker/choices";
import { Select } from "@/ui/picker/lazy/Select";

import type { SignUpValues } from "./signUpValues";

const COMBOBOX_PROPS = { withinPortal: false };

/** What the reports are in: the browser's time zone and the country's currency, until others are chosen. */
export function ReportFields({ form }: { form: UseFormReturnType<SignUpValues> }) {
  const { time_zone, currency, chosen } = form.values.reports;
  const country = form.values.company.country || browserCountry();
  const { data } = useQuery({
    ...query("/common/regions", { filter: { country } }),
    enabled: country !== "",
  });
  const proposed = data?.list[0]?.currency;
  const { setFieldValue } = form;
  useEffect(() => {
    if (proposed && !chosen) setFieldValue("reports.currency", proposed);
  }, [proposed, chosen, setFieldValue]);
  return (
    <Stack gap="sm" component="section">
      <Title order={2}>{signUpWords.reports}</Title>
      <Text size="sm" c="dimmed">
        {signUpWords.reportsHelp}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <Select
          comboboxProps={COMBOBOX_PROPS}
          label={signUpWords.zone}
          data={zones(time_zone)}
          searchable
          allowDeselect={false}
          limit={100}
          {...form.getInputProps("reports.time_zone")}
        />
        <Select
          comboboxProps={COMBOBOX_PROPS}
          label={signUpWords.currency}
          data={currencies(currency || "USD")}
          searchable
          allowDeselect={false}
          limit={100}
          {...form.getInputProps("reports.currency")}
          value={currency || null}
          onChange={(code) => {
            setFieldValue("reports.currency", code ?? "");
            setFieldValue("reports.chosen", true);
          }}
        />
      </SimpleGrid>
    </Stack>
  );
}
