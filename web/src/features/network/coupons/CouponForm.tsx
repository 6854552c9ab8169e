import { Button, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { NetworkCoupon } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { BrandSelect } from "@/features/network/pickers/BrandSelect";
import { PublisherSelect } from "@/features/network/pickers/PublisherSelect";
import { coupons as words } from "@/text/network/coupons";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

interface CouponFormProps {
  /** The coupon to be changed; absent for a new one. */
  saved?: NetworkCoupon;
  /** The brand that the list shows. */
  mcid?: string;
  onSaved: () => void;
}

/** A coupon: its brand and code, what it gives, whom it is for and when. */
export function CouponForm({ saved, mcid, onSaved }: CouponFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/coupon_save", {
    initialValues: {
      mcid: saved?.mcid ?? mcid ?? "",
      code: saved?.code ?? "",
      description: saved?.description ?? "",
      uid: (saved?.uid ?? "") as number | "",
      starts_at: saved?.starts_at ?? "",
      ends_at: saved?.ends_at ?? "",
    },
    attributes: ({ uid, mcid, code, ...others }) => ({
      ...others,
      mcid,
      code: code.trim(),
      uid: uid || undefined,
    }),
    fieldByCode: { [codes.BRAND_UNKNOWN]: "mcid", [codes.USER_NOT_FOUND]: "uid" },
    draft: `network_coupon ${user.uid} ${user.id} ${saved?.id ?? "new"}`,
    refresh: ["/network/coupons"],
    onSuccess: (_, { attributes }) => {
      toast.success(words.saved(attributes.code));
      onSaved();
    },
  });
  const { errors } = form;
  const props = form.getInputProps;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" pb="lg">
        <BrandSelect
          label={words.brand}
          disabled={saved !== undefined}
          data-autofocus={!saved || undefined}
          {...props("mcid")}
          {...(saved && withHelp(words.fixed, errors.mcid))}
        />
        <TextInput
          label={words.code}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          disabled={saved !== undefined}
          {...props("code")}
        />
        <TextInput
          label={words.description}
          data-autofocus={saved ? true : undefined}
          {...props("description")}
          {...withHelp(words.descriptionHelp, errors.description)}
        />
        <PublisherSelect
          label={<OptionalLabel>{words.uid}</OptionalLabel>}
          clearable
          {...props("uid")}
          {...withHelp(words.uidHelp, errors.uid)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={<OptionalLabel>{words.startsAt}</OptionalLabel>}
            type="date"
            {...props("starts_at")}
            {...withHelp(words.startsHelp, errors.starts_at)}
          />
          <TextInput
            label={<OptionalLabel>{words.endsAt}</OptionalLabel>}
            type="date"
            {...props("ends_at")}
            {...withHelp(words.endsHelp, errors.ends_at)}
          />
        </SimpleGrid>
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
