import { Button, Checkbox, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { VatReview, VatStanding, VatStatus } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { profile } from "@/text/accounts/profile";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { toast } from "@/ui/feedback/toasts";
import { CAPITALS, OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { LazySelect } from "@/ui/picker/LazySelect";

const STATUSES = [
  "registered",
  "small_business",
  "not_registered",
] as const satisfies readonly VatStatus[];

/** The part of the company's form that this is about. */
export interface TaxValues {
  company: {
    country: string;
    vat_status: VatStatus | "";
    tax_id: string;
    vat_id: string;
    self_billing: boolean;
  };
}

/** Whether the publisher is registered for VAT, its numbers, and its agreement to self-billing. */
export function TaxFields<V extends TaxValues>({ form }: { form: UseFormReturnType<V> }) {
  const user = useUser();
  const { country, vat_status, vat_id, tax_id, self_billing } = form.getValues().company;
  const fields = useQuery({
    ...query("/payments/vat_fields", { attributes: { country } }),
    enabled: country !== "",
  });
  const standing = useQuery({
    ...query("/payments/vat_standing"),
    enabled: hasPermission(user, "payment.read"),
  });
  const { example, tax_number_enough } = fields.data ?? {};
  const registered = vat_status === "registered";
  const status = form.getInputProps("company.vat_status");
  const number = form.getInputProps("company.vat_id");
  const { agreement } = standing.data ?? {};
  const saved = user.company;
  const restated =
    (saved?.vat_id ?? saved?.tax_id ?? "") !== (vat_id || tax_id) ||
    (saved?.country ?? "") !== country;
  return (
    <>
      <LazySelect
        label={profile.vatStatus}
        placeholder={profile.vatStatusHint}
        data={STATUSES.map((value) => ({ value, label: profile.vatStatuses[value] }))}
        {...status}
        {...withHelp(vat_status && profile.vatStatusHelp[vat_status], status.error)}
        value={vat_status || null}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="md">
        <TextInput
          label={
            registered && !tax_number_enough ? (
              profile.vatId
            ) : (
              <OptionalLabel>{profile.vatId}</OptionalLabel>
            )
          }
          {...CAPITALS}
          {...number}
          {...withHelp(example ? profile.vatIdExample(example) : "", number.error)}
        />
        <TextInput
          label={<OptionalLabel>{profile.taxId}</OptionalLabel>}
          {...CAPITALS}
          {...form.getInputProps("company.tax_id")}
          {...withHelp(
            registered && tax_number_enough ? profile.taxIdEnough : "",
            form.errors["company.tax_id"],
          )}
        />
      </SimpleGrid>
      {standing.data?.review && <ReviewNote review={standing.data.review} />}
      <Stack gap="xs">
        <Checkbox
          label={profile.selfBilling}
          description={profile.selfBillingHelp}
          {...form.getInputProps("company.self_billing", { type: "checkbox" })}
        />
        {self_billing && standing.data && <Hint>{standing.data.text}</Hint>}
        {agreement && self_billing && restated && (
          <FormNote state="pending" text={profile.agreesAnew} />
        )}
        {standing.data && <AgreementNote standing={standing.data} />}
      </Stack>
    </>
  );
}

/** The result of the network's review of the number. */
function ReviewNote({ review }: { review: VatReview }) {
  const { state, ends_at, reason } = review;
  if (state === "unneeded") return null;
  if (state === "confirmed") {
    return <FormNote state="approved" text={profile.vatConfirmed(formatDay(ends_at ?? ""))} />;
  }
  if (state === "rejected") {
    return <FormNote text={profile.vatRejected(reason ?? "")} />;
  }
  return <FormNote state="pending" text={profile.vatWaits} />;
}

/** The end of the self-billing agreement, and a button to renew it if it ends soon. */
function AgreementNote({ standing }: { standing: VatStanding }) {
  const { agreement, ask_again, version } = standing;
  const renew = useCall("/payments/self_billing_agree", {
    refresh: ["/payments/vat_standing", "/user/profile", "/home/dashboard"],
    onSuccess: () => toast.success(profile.agreed),
  });
  if (!agreement) return null;
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">
        {profile.agreement(formatDay(agreement.agreed_at), formatDay(agreement.ends_at))}
      </Text>
      {ask_again && (
        <Button
          size="compact-sm"
          loading={renew.isPending}
          onClick={() => renew.mutate({ attributes: { version } })}
        >
          {profile.renew}
        </Button>
      )}
    </Group>
  );
}
