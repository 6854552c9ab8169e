/**
 * Converts the sign-up form's values to the call's attributes, and the call's errors to the form's
 * fields.
 */
import type { UseFormReturnType } from "@mantine/form";

import type { Attributes } from "@/api/call";
import { fieldOf, fieldText } from "@/api/form/fields";
import { fullUrl } from "@/api/form/fullUrl";
import { type FieldErrors, omitEmpty, validatorFor } from "@/api/form/rules";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import { publisherLabels } from "@/text/core/refusals";

import { type Draft, isChannelTouched, isCompanyTouched } from "./signUpDraft";

export type SignUpValues = Draft & { password: string };
type SignUp = Attributes<"/auth/sign_up">;

/** The attributes of `/auth/sign_up`; a part in which nothing was filled in is left out. */
export function toAttributes(values: SignUpValues, withProfile: boolean, referer: string): SignUp {
  const { company, channel, reports, agreement, files, ...account } = values;
  const { channel_type, promotion_methods, ...rest } = channel;
  const sent = [...files.kits, ...(files.logo ? [files.logo] : [])];
  const profile = {
    company: isCompanyTouched(company) ? company : null,
    media_kit: files.kits.map(({ url, name, size }) => ({ file_url: url, name, size })),
    upload_tickets: sent.map(({ ticket }) => ticket),
    channel:
      sent.length > 0 || isChannelTouched(channel)
        ? {
            ...rest,
            website: fullUrl(channel.website),
            logo: files.logo?.url,
            channel_type: channel_type ? Number(channel_type) : null,
            promotion_methods: promotion_methods.map(Number),
          }
        : null,
  };
  return omitEmpty({
    ...account,
    confirm_password: account.password,
    agreement: agreement ? 1 : 0,
    time_zone: reports.time_zone,
    currency: reports.currency,
    ...(withProfile ? profile : {}),
    referer_uid: /^\d+$/.test(referer) ? Number(referer) : null,
  }) as SignUp;
}

/** The server's rules for the first step, and one that the server cannot check yet. */
export async function validateAccountStep(values: SignUpValues): Promise<FieldErrors> {
  const errors = await validatorFor("/auth/sign_up")(toAttributes(values, false, ""));
  delete errors.confirm_password;
  if (!values.agreement) errors.agreement = signUpWords.agreementNeeded;
  return errors;
}

/** The server's rules for the second step; a profile in which nothing was typed lacks all that it needs. */
export async function validateProfileStep(values: SignUpValues): Promise<FieldErrors> {
  const sent = toAttributes(values, true, "");
  const { entity, country } = values.company;
  const errors = await validatorFor(
    "/auth/sign_up",
    labelsOf(values),
  )({
    ...sent,
    company: sent.company ?? { entity, country },
    channel: sent.channel ?? { promotion_methods: [] },
  });
  return Object.fromEntries(Object.entries(errors).filter(([field]) => isProfileField(field)));
}

const labelsOf = ({ company }: SignUpValues) => ({
  "channel.name": signUpWords.channelName,
  "channel.channel_platform": signUpWords.channelPlatform,
  ...publisherLabels(company.entity),
});

/** Whether a field belongs to the second step. */
export function isProfileField(field: string): boolean {
  return /^(company|channel|reports)\b/.test(field);
}

/** Shows a refusal beside its field and returns that field. */
export function showRefusal(
  failure: Error,
  form: Pick<UseFormReturnType<SignUpValues>, "getValues" | "setFieldError">,
): string | null {
  const field = fieldOf(failure, form.getValues());
  if (field) form.setFieldError(field, fieldText(failure, labelsOf(form.getValues())));
  return field;
}
