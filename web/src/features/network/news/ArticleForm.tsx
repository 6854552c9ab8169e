import { Checkbox, NumberInput, Select, TextInput } from "@mantine/core";
import { useCallForm } from "@/api/form/useCallForm";
import type { ArticleFields, NetworkArticle, Section } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { useStaleSave } from "@/features/network/useStaleSave";
import { help } from "@/text/home/help";
import { news } from "@/text/network/news";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { Form } from "@/ui/form/Form";

import { TextField } from "./TextField";

interface ArticleFormProps {
  /** The article to be changed; absent for a new one. */
  saved?: NetworkArticle;
  onSaved: () => void;
  /** Shows the article as it is now. */
  onReload: () => void;
}

/** A help article, also one that came with the portal: what is saved takes its place. */
export function ArticleForm({ saved, onSaved, onReload }: ArticleFormProps) {
  const user = useUser();
  const draft = `network_article ${user.uid} ${user.id} ${saved?.slug ?? "new"}`;
  const { onFailure, loadAgain } = useStaleSave(draft, onReload);
  const { form, ...sending } = useCallForm("/network/article_save", {
    initialValues: {
      slug: saved?.slug ?? "",
      section: (saved?.section ?? "start") as Section,
      title: saved?.title ?? "",
      summary: saved?.summary ?? "",
      body: saved?.body ?? "",
      page: saved?.page ?? "",
      position: saved?.position ?? 100,
      published: saved?.published ?? true,
      was: saved && articleFields(saved),
      create: !saved,
    },
    attributes: ({ page, ...others }) => ({ ...others, page: page || undefined }),
    draft,
    onFailure,
    refresh: ["/network/articles", "/home/help", "/home/help_article"],
    onSuccess: (_, { attributes }) => {
      toast.success(news.saved(attributes.title));
      onSaved();
    },
  });
  const field = fieldsOf(form);
  const props = form.getInputProps;
  return (
    <>
      <Form {...sending} save={news.saveArticle} pb="lg">
        <TextInput label={news.heading} maxLength={100} data-autofocus {...props("title")} />
        <TextInput
          {...field("slug", news.slug, news.slugHelp)}
          autoCapitalize="none"
          spellCheck={false}
          readOnly={saved !== undefined}
        />
        <Select
          {...field("section", news.section)}
          data={Object.entries(help.sections).map(([value, label]) => ({ value, label }))}
        />
        <TextInput {...field.optional("summary", news.summary)} maxLength={255} />
        <TextField {...props("body")} value={form.getValues().body} />
        <TextInput
          {...field.optional("page", news.page, news.pageHelp)}
          autoCapitalize="none"
          spellCheck={false}
        />
        <NumberInput
          {...field("position", news.position, news.positionHelp)}
          min={0}
          max={1000}
          allowDecimal={false}
        />
        <Checkbox label={news.published} {...props("published", { type: "checkbox" })} />
      </Form>
      {loadAgain}
    </>
  );
}

const articleFields = ({
  section,
  title,
  summary,
  body,
  page,
  position,
  published,
}: NetworkArticle): ArticleFields => ({
  section,
  title,
  summary,
  body,
  page,
  position,
  published,
});
