import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fullUrl } from "@/api/form/fullUrl";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { Link } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { link as words } from "@/text/links/link";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf, OptionalLabel } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { channelLabel } from "@/ui/picker/ChannelSwitch";
import { LazySelect } from "@/ui/picker/LazySelect";
import { useChannelCount, useChannels } from "@/ui/picker/useChannels";
import { CouponSelect } from "./CouponSelect";
import { LABELS, linkLabels } from "./linkValues";

/** The generated code of a link without a custom path. */
const RANDOM_CODE = /^[A-Za-z0-9]{14}$/;
/** The fields of error codes whose answer names none. */
const FIELDS: Record<number, "path" | "site_id"> = {
  [codes.TRACK_INVALID]: "path",
  [codes.TRACK_USED]: "path",
  [codes.SITE_INVALID]: "site_id",
  [codes.SITE_STATUS_ERROR]: "site_id",
  [codes.RELATIONSHIP_NOT_APPROVED]: "site_id",
};

/** Changes a link: its target, fallback, channel, labels, coupon, path and note. */
export function LinkEditForm({ link, onDone }: { link: Link; onDone: () => void }) {
  const { uid1, uid2, uid3, uid4, uid5, note, target_url, site_id } = link;
  const channels = useChannels();
  const severalChannels = useChannelCount() > 1;
  const coupons = useQuery(query("/brands/coupons", { filter: { mcid: link.mcid } }));
  const initialValues = {
    target_url,
    fallback_url: link.fallback_url ?? "",
    site_id: String(site_id),
    uid1,
    uid2,
    uid3,
    uid4,
    uid5,
    note,
    coupon: (link.coupon || null) as string | null,
    path: RANDOM_CODE.test(link.code) ? "" : link.code,
  };
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/tools/link_edit", {
    initialValues,
    attributes: ({ target_url, fallback_url, path, site_id, coupon, ...labels }) => ({
      ...labels,
      link_id: link.link_id,
      target_url: fullUrl(target_url),
      fallback_url:
        fallback_url.trim() === initialValues.fallback_url ? undefined : fullUrl(fallback_url),
      // Unchanged values need not satisfy today's rules.
      coupon: coupon === initialValues.coupon ? undefined : (coupon ?? ""),
      path: path.trim() === initialValues.path ? undefined : path.trim() || undefined,
      site_id: site_id === initialValues.site_id ? undefined : Number(site_id),
    }),
    clears: true,
    fieldByCode: FIELDS,
    textByCode: {
      [codes.TRACK_USED]: ({ path }) => words.pathTaken(path.trim()),
      [codes.TRACK_INVALID]: () => words.pathInvalid,
    },
    labels: linkLabels,
    draft: `link ${user.uid} edit ${link.link_id}`,
    refresh: ["/tools/links"],
    onSuccess: () => {
      onDone();
      toast.success(words.saved);
    },
  });
  const field = fieldsOf(form);
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <TextInput
          {...field("target_url", words.target, words.editTargetHelp)}
          type="url"
          inputMode="url"
        />
        <TextInput
          {...field.optional("fallback_url", words.fallback, words.fallbackHelp)}
          type="url"
          inputMode="url"
        />
        {severalChannels && (
          <LazySelect
            {...field("site_id", words.channel, words.editChannelHelp)}
            comboboxProps={{ withinPortal: false }}
            data={channels.map((channel) => ({
              value: String(channel.id),
              label: channelLabel(channel),
            }))}
          />
        )}
        {LABELS.map((label, index) => (
          <TextInput
            key={label}
            label={<OptionalLabel>{words.label(index + 1)}</OptionalLabel>}
            {...form.getInputProps(label)}
          />
        ))}
        <CouponSelect coupons={coupons.data?.list ?? []} {...form.getInputProps("coupon")} />
        <TextInput
          {...field.optional("path", words.path, words.editPathHelp)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...field.optional("note", words.note, words.noteHelp)} />
        <FormNote text={failure} />
        <Group gap="sm">
          <Button type="submit" loading={busy}>
            {words.save}
          </Button>
          <Button variant="default" disabled={busy} onClick={onDone}>
            {common.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
