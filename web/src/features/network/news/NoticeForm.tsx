import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import * as codes from "@/api/gen/codes.gen";
import type { NoticeDraft, NoticeFields } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { PublisherSelect } from "@/features/network/pickers/PublisherSelect";
import { useStaleSave } from "@/features/network/useStaleSave";
import { announcements } from "@/text/home/announcements";
import { news } from "@/text/network/news";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";
import { BROWSER_ZONE, fromLocal, toLocal } from "./localTime";
import { TextField } from "./TextField";

interface NoticeFormProps {
  /** The notice to be changed; absent for a new one. */
  saved?: NoticeDraft;
  onSaved: () => void;
  /** Shows the notice as it is now. */
  onReload: () => void;
}

/** A notice: what it says, to whom, and from when to when. */
export function NoticeForm({ saved, onSaved, onReload }: NoticeFormProps) {
  const user = useUser();
  const draft = `network_notice ${user.uid} ${user.id} ${saved?.id ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, onReload);
  const { form, ...sending } = useCallForm("/network/notice_save", {
    initialValues: {
      kind: (saved?.kind ?? "product") as NoticeDraft["kind"],
      title: saved?.title ?? "",
      body: saved?.body ?? "",
      uid: (saved?.uid ?? "") as number | "",
      published_at: toLocal(saved?.published_at),
      ends_at: toLocal(saved?.ends_at),
      was: saved && noticeFields(saved),
    },
    attributes: ({ uid, published_at, ends_at, ...others }) => ({
      ...others,
      id: saved?.id ?? undefined,
      uid: uid || undefined,
      published_at: fromLocal(published_at),
      ends_at: fromLocal(ends_at),
    }),
    fieldByCode: { [codes.USER_NOT_FOUND]: "uid" },
    draft,
    onFailure,
    refresh: ["/network/notices", "/home/notices"],
    onSuccess: (_, { attributes }) => {
      toast.success(news.saved(attributes.title));
      onSaved();
    },
  });
  const field = fieldsOf(form);
  const props = form.getInputProps;
  return (
    <>
      <Form {...sending} save={news.saveNotice} pb="lg">
        <TextInput label={news.heading} maxLength={100} data-autofocus {...props("title")} />
        <Select
          {...field("kind", news.kind)}
          data={Object.entries(announcements.kinds).map(([value, label]) => ({ value, label }))}
        />
        <TextField {...props("body")} value={form.getValues().body} />
        <PublisherSelect
          {...field.optional("uid", news.uid, news.uidHelp)}
          clearable
          readOnly={saved !== undefined}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            {...field.optional("published_at", news.publishedAt, news.publishedHelp)}
            type="datetime-local"
          />
          <TextInput
            {...field.optional("ends_at", news.endsAt, news.zone(BROWSER_ZONE))}
            type="datetime-local"
          />
        </SimpleGrid>
      </Form>
      {loadAgain}
    </>
  );
}

const noticeFields = ({ kind, title, body, published_at, ends_at }: NoticeDraft): NoticeFields => ({
  kind,
  title,
  body,
  published_at,
  ends_at,
});
