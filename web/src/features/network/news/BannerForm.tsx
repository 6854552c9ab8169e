import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import type { BannerFields, NetworkBanner } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useStaleSave } from "@/features/network/useStaleSave";
import { news } from "@/text/network/news";
import { momentIn, wallTimeIn } from "@/ui/base/period";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";

interface BannerFormProps {
  /** The banner to be changed; absent for a new one. */
  saved?: NetworkBanner;
  onSaved: () => void;
  /** Shows the banner as it is now. */
  onReload: () => void;
}

/** A banner: one sentence, where it leads, and from when to when. */
export function BannerForm({ saved, onSaved, onReload }: BannerFormProps) {
  const user = useUser();
  const { time_zone: zone } = user;
  const draft = `network_banner ${user.uid} ${user.id} ${saved?.id ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, onReload);
  const { form, ...sending } = useCallForm("/network/banner_save", {
    initialValues: {
      title: saved?.title ?? "",
      text: saved?.text ?? "",
      link: saved?.link ?? "",
      link_label: saved?.link_label ?? "",
      position: saved?.position ?? 0,
      starts_at: saved?.starts_at ? wallTimeIn(zone, saved.starts_at) : "",
      ends_at: saved?.ends_at ? wallTimeIn(zone, saved.ends_at) : "",
      was: saved && bannerFields(saved),
    },
    attributes: ({ starts_at, ends_at, link, ...others }) => ({
      ...others,
      id: saved?.id,
      link: link || undefined,
      starts_at: starts_at ? momentIn(zone, starts_at) : undefined,
      ends_at: ends_at ? momentIn(zone, ends_at) : undefined,
    }),
    draft,
    onFailure,
    refresh: ["/network/banners"],
    onSuccess: (_, { attributes }) => {
      toast.success(news.saved(attributes.title));
      onSaved();
    },
  });
  const field = fieldsOf(form);
  const props = form.getInputProps;
  return (
    <>
      <Form {...sending} save={news.saveBanner} pb="lg">
        <TextInput label={news.heading} maxLength={100} data-autofocus {...props("title")} />
        <TextInput {...field.optional("text", news.line)} maxLength={255} />
        <TextInput
          {...field.optional("link", news.link, news.linkHelp)}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextInput {...field.optional("link_label", news.linkLabel)} maxLength={40} />
        <NumberInput
          {...field("position", news.position, news.positionHelp)}
          min={0}
          max={1000}
          allowDecimal={false}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            {...field.optional("starts_at", news.startsAt, news.publishedHelp)}
            type="datetime-local"
          />
          <TextInput
            {...field.optional("ends_at", news.endsAt, news.zone(zone))}
            type="datetime-local"
          />
        </SimpleGrid>
      </Form>
      {loadAgain}
    </>
  );
}

const bannerFields = ({
  title,
  text,
  link,
  link_label,
  position,
  starts_at,
  ends_at,
}: NetworkBanner): BannerFields => ({
  title,
  text,
  link: link || null,
  link_label,
  position,
  starts_at,
  ends_at,
});
