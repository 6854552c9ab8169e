import { Button, Group, NumberInput, SimpleGrid, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { NetworkBanner } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { news } from "@/text/network/news";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { BROWSER_ZONE, fromLocal, toLocal } from "./times";

interface BannerFormProps {
  /** The banner to be changed; absent for a new one. */
  saved?: NetworkBanner;
  onSaved: () => void;
}

/** A banner: one sentence, where it leads, and from when to when. */
export function BannerForm({ saved, onSaved }: BannerFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/banner_save", {
    initialValues: {
      title: saved?.title ?? "",
      text: saved?.text ?? "",
      link: saved?.link ?? "",
      link_label: saved?.link_label ?? "",
      position: saved?.position ?? 0,
      starts_at: toLocal(saved?.starts_at),
      ends_at: toLocal(saved?.ends_at),
    },
    attributes: ({ starts_at, ends_at, link, ...others }) => ({
      ...others,
      id: saved?.id,
      link: link || undefined,
      starts_at: fromLocal(starts_at),
      ends_at: fromLocal(ends_at),
    }),
    draft: `network_banner ${user.uid} ${user.id} ${saved?.id ?? "new"}`,
    refresh: ["/network/banners"],
    onSuccess: (_, { attributes }) => {
      toast.success(news.saved(attributes.title));
      onSaved();
    },
  });
  const { errors } = form;
  const props = form.getInputProps;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" pb="lg">
        <TextInput label={news.heading} maxLength={100} data-autofocus {...props("title")} />
        <TextInput
          label={<OptionalLabel>{news.line}</OptionalLabel>}
          maxLength={255}
          {...props("text")}
        />
        <TextInput
          label={<OptionalLabel>{news.link}</OptionalLabel>}
          autoCapitalize="none"
          spellCheck={false}
          {...props("link")}
          {...withHelp(news.linkHelp, errors.link)}
        />
        <TextInput
          label={<OptionalLabel>{news.linkLabel}</OptionalLabel>}
          maxLength={40}
          {...props("link_label")}
        />
        <NumberInput
          label={news.position}
          min={0}
          max={1000}
          allowDecimal={false}
          {...props("position")}
          {...withHelp(news.positionHelp, errors.position)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={<OptionalLabel>{news.startsAt}</OptionalLabel>}
            type="datetime-local"
            {...props("starts_at")}
            {...withHelp(news.publishedHelp, errors.starts_at)}
          />
          <TextInput
            label={<OptionalLabel>{news.endsAt}</OptionalLabel>}
            type="datetime-local"
            {...props("ends_at")}
            {...withHelp(news.zone(BROWSER_ZONE), errors.ends_at)}
          />
        </SimpleGrid>
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {news.saveBanner}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
