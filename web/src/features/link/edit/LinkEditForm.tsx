import { Button, Group, Stack, TextInput } from "@mantine/core";

import { fullUrl } from "@/api/form/fullUrl";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { Link } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { link as words } from "@/text/publisher/link";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { channelLabel } from "@/ui/picker/ChannelSwitch";
import { LazySelect } from "@/ui/picker/LazySelect";
import { useChannels } from "@/ui/picker/useChannels";
import { CouponSelect } from "./CouponSelect";
import { LABELS } from "./linkValues";
import { labelText } from "./refusalText";

/** What stands for a path where the link has none. */
const RANDOM_CODE = /^[A-Za-z0-9]{14}$/;
/** Codes whose answer names no field; an address that is refused names its own. */
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
      // What stays as it is need not hold today.
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
    reword: labelText,
    draft: `link ${user.uid} edit ${link.link_id}`,
    refresh: ["/tools/links"],
    onSuccess: () => {
      onDone();
      toast.success(words.saved);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={words.target}
          type="url"
          inputMode="url"
          autoComplete="off"
          {...withHelp(words.editTargetHelp, form.errors.target_url)}
          {...form.getInputProps("target_url")}
        />
        <TextInput
          label={<OptionalLabel>{words.fallback}</OptionalLabel>}
          type="url"
          inputMode="url"
          autoComplete="off"
          {...withHelp(words.fallbackHelp, form.errors.fallback_url)}
          {...form.getInputProps("fallback_url")}
        />
        {channels.length > 1 && (
          <LazySelect
            label={words.channel}
            comboboxProps={{ withinPortal: false }}
            allowDeselect={false}
            data={channels.map((channel) => ({
              value: String(channel.id),
              label: channelLabel(channel),
            }))}
            {...withHelp(words.editChannelHelp, form.errors.site_id)}
            {...form.getInputProps("site_id")}
          />
        )}
        {LABELS.map((label, index) => (
          <TextInput
            key={label}
            label={<OptionalLabel>{words.label(index + 1)}</OptionalLabel>}
            autoComplete="off"
            {...form.getInputProps(label)}
          />
        ))}
        <CouponSelect mcid={link.mcid} {...form.getInputProps("coupon")} />
        <TextInput
          label={<OptionalLabel>{words.path}</OptionalLabel>}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...withHelp(words.editPathHelp, form.errors.path)}
          {...form.getInputProps("path")}
        />
        <TextInput
          label={<OptionalLabel>{words.note}</OptionalLabel>}
          autoComplete="off"
          {...withHelp(words.noteHelp, form.errors.note)}
          {...form.getInputProps("note")}
        />
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
