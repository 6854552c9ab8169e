import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { BrandDraft } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { BRAND_STATUSES } from "@/features/network/search";
import { network } from "@/text/network/network";
import { brand } from "@/text/publisher/brand";
import { countryName } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";
import { currencies } from "@/ui/picker/choices";
import { LogoField } from "@/ui/picker/LogoField";
import { Select } from "@/ui/picker/lazy/Select";
import { emptyBrand, toDraft, toValues, validateGroups } from "./brandValues";
import { GroupFields } from "./GroupFields";

interface BrandFormProps {
  /** The brand to be changed; absent for a new one. */
  saved?: BrandDraft;
  onSaved: () => void;
}

/** A brand and what it pays; what was typed outlives a reload. */
export function BrandForm({ saved, onSaved }: BrandFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/brand_save", {
    initialValues: saved ? toValues(saved) : emptyBrand(),
    attributes: toDraft,
    check: validateGroups,
    draft: `network_brand ${user.uid} ${user.id} ${saved?.mcid ?? "new"}`,
    refresh: ["/network/brands"],
    onSuccess: ({ mcid }) => {
      toast.success(network.saved(mcid));
      onSaved();
    },
  });
  const { errors } = form;
  const values = form.getValues();
  const logo = useUpload("/common/upload");
  const chooseLogo = async (file: File) => {
    const stored = await logo.send(file);
    if (stored) form.setFieldValue("logo", stored.url);
  };
  const props = form.getInputProps;
  const choices = (words: Record<string, string>, values = Object.keys(words)) =>
    values.map((value) => ({ value, label: words[value] ?? value }));
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" pb="lg">
        <TextInput label={network.name} data-autofocus {...props("name")} />
        <TextInput
          label={network.mcid}
          autoCapitalize="none"
          spellCheck={false}
          readOnly={saved !== undefined}
          {...props("mcid")}
          {...withHelp(network.mcidHelp, errors.mcid)}
        />
        <LogoField
          url={values.logo ?? ""}
          busy={logo.busy}
          error={logo.error ?? (errors.logo ? String(errors.logo) : null)}
          onPick={(file) => void chooseLogo(file)}
          onRemove={() => form.setFieldValue("logo", null)}
        />
        <TextInput label={network.siteUrl} type="url" {...props("site_url")} />
        <TagsInput
          label={network.domains}
          {...props("domains")}
          {...withHelp(network.domainsHelp, errors.domains)}
        />
        <TextInput
          label={<OptionalLabel>{network.fallback}</OptionalLabel>}
          type="url"
          {...props("fallback_url")}
          value={values.fallback_url ?? ""}
          {...withHelp(network.fallbackHelp, errors.fallback_url)}
        />
        <Textarea
          label={<OptionalLabel>{network.description}</OptionalLabel>}
          rows={3}
          {...props("description")}
        />
        <TagsInput
          label={<OptionalLabel>{network.categories}</OptionalLabel>}
          {...props("categories")}
          {...withHelp(network.listHelp, errors.categories)}
        />
        <SimpleGrid cols={2} spacing="sm">
          <CountrySelect
            label={network.country}
            allowDeselect={false}
            {...props("country")}
            value={countryName(values.country)}
            onChange={(name) => form.setFieldValue("country", countryCode(name ?? ""))}
          />
          <Select
            label={network.currency}
            data={currencies(values.currency)}
            searchable
            allowDeselect={false}
            {...props("currency")}
          />
          <Select
            label={network.offerType}
            data={choices(brand.offerTypes)}
            allowDeselect={false}
            {...props("offer_type")}
          />
          <Select
            label={network.brandType}
            data={choices(network.brandTypes)}
            allowDeselect={false}
            {...props("brand_type")}
          />
          <Select
            label={network.approval}
            data={choices(network.approvals)}
            allowDeselect={false}
            {...props("approval")}
          />
          <Select
            label={network.status}
            data={choices(network.statuses, [...BRAND_STATUSES])}
            allowDeselect={false}
            {...props("status")}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput label={network.cookieDays} min={0} max={365} {...props("cookie_days")} />
          <NumberInput
            label={network.validationDays}
            min={0}
            max={365}
            {...props("validation_days")}
          />
          <NumberInput label={network.paymentDays} min={0} max={365} {...props("payment_days")} />
        </SimpleGrid>
        <Select
          label={network.afterValidation}
          description={network.afterValidationHelp}
          data={choices(network.afterValidations)}
          allowDeselect={false}
          {...props("after_validation")}
        />
        <Checkbox label={network.prepaid} {...props("prepaid", { type: "checkbox" })} />
        <Checkbox label={network.deepLink} {...props("deep_link", { type: "checkbox" })} />
        <TextInput label={<OptionalLabel>{network.contact}</OptionalLabel>} {...props("contact")} />
        <Title order={3}>{network.groups}</Title>
        <GroupFields form={form} />
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy || logo.busy}>
            {network.saveBrand}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
