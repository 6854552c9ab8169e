import {
  Button,
  Fieldset,
  Group,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { VatStatus } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/accounts/profile";
import { publisherLabels } from "@/text/core/refusals";
import { countryName } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, OptionalLabel } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { Panel } from "@/ui/layout/Panel";
import { useLanding } from "@/ui/layout/useLanding";
import { CountrySelect } from "@/ui/picker/CountrySelect";
import { LazyAutocomplete } from "@/ui/picker/LazySelect";
import { TaxFields } from "./TaxFields";
import { useVersions } from "./useVersions";

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
  vat_status: "" as VatStatus | "",
};

/** The publisher's company details. */
export function CompanyPanel() {
  const user = useUser();
  const { versions, renew } = useVersions(["company"]);
  const known = Object.entries(user.company ?? {}).filter(([, value]) => value !== null);
  const { form, submit, busy, failure } = useCallForm("/user/edit", {
    initialValues: { company: { ...EMPTY, ...Object.fromEntries(known) } as typeof EMPTY },
    draft: `company ${user.uid}`,
    labels: ({ company }) => publisherLabels(company.entity),
    attributes: ({ company }) => ({
      company: { ...company, vat_status: company.vat_status || undefined },
      versions,
    }),
    refresh: ["/user/profile", "/payments/vat_standing", "/home/dashboard"],
    textByCode: { [codes.CHANGED_MEANWHILE]: () => profile.changedMeanwhile },
    onSuccess: () => {
      form.resetDirty();
      renew();
      toast.success(profile.saved);
    },
  });
  const field = fieldsOf(form);
  const { country, entity } = form.getValues().company;
  const regions = useQuery({
    ...query("/common/regions", { filter: { country } }),
    enabled: Boolean(country),
  });
  const region = regions.data?.list[0];
  return (
    <Panel title={profile.company} tall landing={useLanding("company")}>
      <form noValidate onSubmit={submit}>
        <Fieldset variant="unstyled" mx={0} disabled={!hasPermission(user, "account.edit")}>
          <Stack>
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
              {...field(
                "company.name",
                entity === "company" ? profile.companyName : profile.yourName,
              )}
              autoComplete={entity === "company" ? "organization" : "name"}
            />
            <TextInput {...field.optional("company.category", profile.category)} />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
              <CountrySelect
                {...field("company.country", profile.country)}
                autoComplete="country-name"
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
              {...field.optional("company.address", profile.address)}
              autoComplete="street-address"
            />
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
              <TextInput
                {...field.optional("company.city", profile.city)}
                autoComplete="address-level2"
              />
              <TextInput
                {...field.optional("company.postal_code", profile.postalCode)}
                autoComplete="postal-code"
              />
            </SimpleGrid>
            <TaxFields form={form} />
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
