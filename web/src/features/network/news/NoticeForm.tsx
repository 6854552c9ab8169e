import { Button, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { NoticeDraft } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { PublisherSelect } from "@/features/network/pickers/PublisherSelect";
import { news } from "@/text/network/news";
import { news as told } from "@/text/publisher/news";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { TextField } from "./TextField";
import { BROWSER_ZONE, fromLocal, toLocal } from "./times";

interface NoticeFormProps {
  /** The notice to be changed; absent for a new one. */
  saved?: NoticeDraft;
  onSaved: () => void;
}

/** A notice: what it says, to whom, and from when to when. */
export function NoticeForm({ saved, onSaved }: NoticeFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/notice_save", {
    initialValues: {
      kind: (saved?.kind ?? "product") as NoticeDraft["kind"],
      title: saved?.title ?? "",
      body: saved?.body ?? "",
      uid: (saved?.uid ?? "") as number | "",
      published_at: toLocal(saved?.published_at),
      ends_at: toLocal(saved?.ends_at),
    },
    attributes: ({ uid, published_at, ends_at, ...others }) => ({
      ...others,
      id: saved?.id ?? undefined,
      uid: uid || undefined,
      published_at: fromLocal(published_at),
      ends_at: fromLocal(ends_at),
    }),
    fieldByCode: { [codes.USER_NOT_FOUND]: "uid" },
    draft: `network_notice ${user.uid} ${user.id} ${saved?.id ?? "new"}`,
    refresh: ["/network/notices", "/network/notice_info", "/home/notices"],
    onSuccess: (_, { attributes }) => {
      toast.success(news.saved(attributes.title));
      onSaved();
    },
  });
  const props = form.getInputProps;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" pb="lg">
        <TextInput label={news.heading} maxLength={100} data-autofocus {...props("title")} />
        <Select
          label={news.kind}
          data={Object.entries(told.kinds).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...props("kind")}
        />
        <TextField {...props("body")} value={form.getValues().body} />
        <PublisherSelect
          label={<OptionalLabel>{news.uid}</OptionalLabel>}
          clearable
          readOnly={saved !== undefined}
          {...props("uid")}
          {...withHelp(news.uidHelp, form.errors.uid)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label={<OptionalLabel>{news.publishedAt}</OptionalLabel>}
            type="datetime-local"
            {...props("published_at")}
            {...withHelp(news.publishedHelp, form.errors.published_at)}
          />
          <TextInput
            label={<OptionalLabel>{news.endsAt}</OptionalLabel>}
            type="datetime-local"
            {...props("ends_at")}
            {...withHelp(news.zone(BROWSER_ZONE), form.errors.ends_at)}
          />
        </SimpleGrid>
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {news.saveNotice}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
