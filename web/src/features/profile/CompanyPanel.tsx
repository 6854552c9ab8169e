import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { personText } from "@/api/form/personText";
import { useCallForm } from "@/api/form/useCallForm";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/account/profile";
import { countryName } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { CountrySelect } from "@/ui/picker/CountrySelect";
import { LazyAutocomplete } from "@/ui/picker/LazySelect";

const EMPTY = {
  entity: "company" as "company" | "person",
  name: "",
  category: "",
  country: "",
  address: "",
  city: "",
  province: "",
  postal_code: "",
  tax_id: "",
  vat_id: "",
  self_billing: false,
};

/** The publisher's company details. */
export function CompanyPanel() {
  const user = useUser();
  const known = Object.entries(user.company ?? {}).filter(([, value]) => value !== null);
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: { company: { ...EMPTY, ...Object.fromEntries(known) } as typeof EMPTY },
    draft: `company ${user.uid}`,
    reword: (text, { company }) => (company.entity === "person" ? personText(text) : text),
    refresh: ["/user/profile"],
    onSuccess: () => {
      form.resetDirty();
      toast.success(profile.saved);
    },
  });
  const { country, entity } = form.getValues().company;
  const regions = useQuery({
    ...query("/common/regions", { filter: { country } }),
    enabled: Boolean(country),
  });
  const region = regions.data?.list[0];
  return (
    <Panel title={profile.company} tall>
      <form noValidate onSubmit={submit}>
        <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "account.edit")}>
          <Stack gap="md">
            <SegmentedControl
              aria-label={profile.entity}
              fullWidth
              data={[
                { value: "person", label: profile.person },
                { value: "company", label: profile.aCompany },
              ]}
              {...form.getInputProps("company.entity")}
            />
            <TextInput
              label={entity === "company" ? profile.companyName : profile.yourName}
              autoComplete={entity === "company" ? "organization" : "name"}
              {...form.getInputProps("company.name")}
            />
            <TextInput
              label={<OptionalLabel>{profile.category}</OptionalLabel>}
              {...form.getInputProps("company.category")}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
              <CountrySelect
                label={profile.country}
                autoComplete="country-name"
                {...form.getInputProps("company.country")}
                value={country && countryName(country)}
              />
              <LazyAutocomplete
                label={<OptionalLabel>{profile.province}</OptionalLabel>}
                autoComplete="address-level1"
                limit={50}
                data={[...new Set(region?.provinces.map(({ name }) => name))]}
                {...form.getInputProps("company.province")}
              />
            </SimpleGrid>
            <TextInput
              label={<OptionalLabel>{profile.address}</OptionalLabel>}
              autoComplete="street-address"
              {...form.getInputProps("company.address")}
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
              <TextInput
                label={<OptionalLabel>{profile.city}</OptionalLabel>}
                autoComplete="address-level2"
                {...form.getInputProps("company.city")}
              />
              <TextInput
                label={<OptionalLabel>{profile.postalCode}</OptionalLabel>}
                autoComplete="postal-code"
                {...form.getInputProps("company.postal_code")}
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
              <TextInput
                label={<OptionalLabel>{profile.taxId}</OptionalLabel>}
                {...form.getInputProps("company.tax_id")}
              />
              <TextInput
                label={<OptionalLabel>{profile.vatId}</OptionalLabel>}
                {...form.getInputProps("company.vat_id")}
              />
            </SimpleGrid>
            <Checkbox
              label={profile.selfBilling}
              description={profile.selfBillingHelp}
              {...form.getInputProps("company.self_billing", { type: "checkbox" })}
            />
            <FormNote text={failure} />
            <Group justify="flex-end">
              <Button type="submit" variant={form.isDirty() ? "filled" : "default"} loading={busy}>
                {profile.saveCompany}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      </form>
    </Panel>
  );
}
