import { SimpleGrid, TextInput } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { NetworkCoupon } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { BrandSelect } from "@/features/network/pickers/BrandSelect";
import { PublisherSelect } from "@/features/network/pickers/PublisherSelect";
import { useStaleSave } from "@/features/network/useStaleSave";
import { coupons as words } from "@/text/network/coupons";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, withHelp } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { couponTerms } from "./couponTerms";

interface CouponFormProps {
  /** The coupon to be changed; absent for a new one. */
  saved?: NetworkCoupon;
  /** The brand that the list shows. */
  mcid?: string;
  onSaved: () => void;
  /** Shows the coupon as it is now. */
  onReload: () => void;
}

/** A coupon: its brand and code, what it gives, whom it is for and when. */
export function CouponForm({ saved, mcid, onSaved, onReload }: CouponFormProps) {
  const user = useUser();
  const draft = `network_coupon ${user.uid} ${user.id} ${saved?.id ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, onReload);
  const { form, ...sending } = useCallForm("/network/coupon_save", {
    initialValues: {
      mcid: saved?.mcid ?? mcid ?? "",
      code: saved?.code ?? "",
      description: saved?.description ?? "",
      uid: (saved?.uid ?? "") as number | "",
      starts_at: saved?.starts_at ?? "",
      ends_at: saved?.ends_at ?? "",
      was: saved && couponTerms(saved),
      create: !saved,
    },
    attributes: ({ uid, mcid, code, ...others }) => ({
      ...others,
      mcid,
      code: code.trim(),
      uid: uid || undefined,
    }),
    fieldByCode: { [codes.BRAND_UNKNOWN]: "mcid", [codes.USER_NOT_FOUND]: "uid" },
    draft,
    onFailure,
    refresh: ["/network/coupons"],
    onSuccess: (_, { attributes }) => {
      toast.success(words.saved(attributes.code));
      onSaved();
    },
  });
  const field = fieldsOf(form);
  const { errors } = form;
  return (
    <>
      <Form {...sending} save={words.save} pb="lg">
        <BrandSelect
          {...field("mcid", words.brand)}
          disabled={saved !== undefined}
          data-autofocus={!saved || undefined}
          {...(saved && withHelp(words.fixed, errors.mcid))}
        />
        <TextInput
          {...field("code", words.code)}
          maxLength={100}
          spellCheck={false}
          disabled={saved !== undefined}
        />
        <TextInput
          {...field("description", words.description, words.descriptionHelp)}
          data-autofocus={saved ? true : undefined}
        />
        <PublisherSelect {...field.optional("uid", words.uid, words.uidHelp)} clearable />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            {...field.optional("starts_at", words.startsAt, words.startsHelp)}
            type="date"
          />
          <TextInput {...field.optional("ends_at", words.endsAt, words.endsHelp)} type="date" />
        </SimpleGrid>
      </Form>
      {loadAgain}
    </>
  );
}
