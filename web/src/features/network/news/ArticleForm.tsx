import { Button, Checkbox, Group, NumberInput, Select, Stack, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { NetworkArticle, Section } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { news } from "@/text/network/news";
import { help } from "@/text/publisher/help";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { TextField } from "./TextField";

interface ArticleFormProps {
  /** The article to be changed; absent for a new one. */
  saved?: NetworkArticle;
  onSaved: () => void;
}

/** A help article, also one that came with the portal: what is saved takes its place. */
export function ArticleForm({ saved, onSaved }: ArticleFormProps) {
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/article_save", {
    initialValues: {
      slug: saved?.slug ?? "",
      section: (saved?.section ?? "start") as Section,
      title: saved?.title ?? "",
      summary: saved?.summary ?? "",
      body: saved?.body ?? "",
      page: saved?.page ?? "",
      position: saved?.position ?? 100,
      published: saved?.published ?? true,
    },
    attributes: ({ page, ...others }) => ({ ...others, page: page || undefined }),
    draft: `network_article ${user.uid} ${user.id} ${saved?.slug ?? "new"}`,
    refresh: ["/network/articles", "/home/help", "/home/help_article"],
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
          label={news.slug}
          autoCapitalize="none"
          spellCheck={false}
          readOnly={saved !== undefined}
          {...props("slug")}
          {...withHelp(news.slugHelp, errors.slug)}
        />
        <Select
          label={news.section}
          data={Object.entries(help.sections).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...props("section")}
        />
        <TextInput
          label={<OptionalLabel>{news.summary}</OptionalLabel>}
          maxLength={255}
          {...props("summary")}
        />
        <TextField {...props("body")} value={form.getValues().body} />
        <TextInput
          label={<OptionalLabel>{news.page}</OptionalLabel>}
          autoCapitalize="none"
          spellCheck={false}
          {...props("page")}
          {...withHelp(news.pageHelp, errors.page)}
        />
        <NumberInput
          label={news.position}
          min={0}
          max={1000}
          allowDecimal={false}
          {...props("position")}
          {...withHelp(news.positionHelp, errors.position)}
        />
        <Checkbox label={news.published} {...props("published", { type: "checkbox" })} />
        <FormNote text={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            {news.saveArticle}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
