import {
  Checkbox,
  NumberInput,
  SimpleGrid,
  TagsInput,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import type { BrandDraft } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useUpload } from "@/api/useUpload";
import { useStaleSave } from "@/features/network/useStaleSave";
import { brand } from "@/text/brands/brand";
import { network } from "@/text/network/network";
import { countryName } from "@/ui/base/format";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { CountrySelect, countryCode } from "@/ui/picker/CountrySelect";
import { LogoField } from "@/ui/picker/LogoField";
import { Select } from "@/ui/picker/lazy/Select";
import { currencies } from "@/ui/picker/zonesAndCurrencies";
import { emptyBrand, toDraft, toValues, validateGroups } from "./brandValues";
import { CampaignFields } from "./CampaignFields";
import { GroupFields } from "./GroupFields";
import { BRAND_STATUSES } from "./searchParams";

interface BrandFormProps {
  /** The brand to be changed; absent for a new one. */
  saved?: BrandDraft;
  onSaved: () => void;
  /** Shows the brand as it is now. */
  onReload: () => void;
}

/** A brand and its terms; the draft survives a reload. */
export function BrandForm({ saved, onSaved, onReload }: BrandFormProps) {
  const user = useUser();
  const draft = `network_brand ${user.uid} ${user.id} ${saved?.mcid ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, onReload);
  const { form, submit, busy, failure } = useCallForm("/network/brand_save", {
    initialValues: saved ? toValues(saved) : emptyBrand(),
    attributes: toDraft,
    check: validateGroups,
    draft,
    onFailure,
    refresh: ["/network/brands"],
    onSuccess: ({ mcid }) => {
      toast.success(network.saved(mcid));
      onSaved();
    },
  });
  const field = fieldsOf(form);
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
    <>
      <Form
        submit={submit}
        busy={busy}
        failure={failure}
        waits={logo.busy}
        save={network.saveBrand}
        pb="lg"
      >
        <TextInput label={network.name} data-autofocus {...props("name")} />
        <TextInput
          {...field("mcid", network.mcid, network.mcidHelp)}
          autoCapitalize="none"
          spellCheck={false}
          readOnly={saved !== undefined}
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
          {...field("domains", network.domains, network.domainsHelp)}
          inputMode="url"
          autoCapitalize="none"
        />
        <TextInput
          {...field.optional("fallback_url", network.fallback, network.fallbackHelp)}
          type="url"
          value={values.fallback_url ?? ""}
        />
        <Textarea {...field.optional("description", network.description)} rows={3} />
        <TagsInput {...field.optional("categories", network.categories, network.listHelp)} />
        <SimpleGrid cols={2} spacing="sm">
          <CountrySelect
            {...field("country", network.country)}
            value={countryName(values.country)}
            onChange={(name) => form.setFieldValue("country", countryCode(name ?? ""))}
          />
          <Select
            {...field("currency", network.currency)}
            data={currencies(values.currency)}
            searchable
          />
          <Select {...field("offer_type", network.offerType)} data={choices(brand.offerTypes)} />
          <Select {...field("brand_type", network.brandType)} data={choices(network.brandTypes)} />
          <Select {...field("approval", network.approval)} data={choices(network.approvals)} />
          <Select
            {...field("status", network.status)}
            data={choices(network.statuses, [...BRAND_STATUSES])}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <NumberInput
            {...field("cookie_days", network.cookieDays)}
            min={0}
            max={365}
            allowDecimal={false}
          />
          <NumberInput
            {...field("validation_days", network.validationDays)}
            min={0}
            max={365}
            allowDecimal={false}
          />
          <NumberInput
            {...field("payment_days", network.paymentDays)}
            min={0}
            max={365}
            allowDecimal={false}
          />
          <NumberInput
            {...field("claim_days", network.claimDays, network.claimDaysHelp)}
            min={1}
            max={365}
            allowDecimal={false}
          />
        </SimpleGrid>
        <Select
          label={network.afterValidation}
          description={network.afterValidationHelp}
          data={choices(network.afterValidations)}
          {...props("after_validation")}
        />
        <Checkbox label={network.prepaid} {...props("prepaid", { type: "checkbox" })} />
        <Checkbox label={network.deepLink} {...props("deep_link", { type: "checkbox" })} />
        <Checkbox
          label={network.couponDecides}
          description={network.couponDecidesHelp}
          {...props("coupon_decides", { type: "checkbox" })}
        />
        <TextInput {...field.optional("contact", network.contact)} />
        <Title order={3}>{network.groups}</Title>
        <GroupFields form={form} />
        <Title order={3}>{network.campaigns}</Title>
        <CampaignFields form={form} />
      </Form>
      {loadAgain}
    </>
  );
}
