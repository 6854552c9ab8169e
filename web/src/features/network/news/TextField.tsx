import { Paper, Stack, Text, Textarea, type TextareaProps } from "@mantine/core";

import { news } from "@/text/network/news";
import { withHelp } from "@/ui/form/Field";
import { RichText } from "@/ui/prose/RichText";

/** A field for a text with simple markup, with a preview below it. */
export function TextField({ value, error, ...field }: TextareaProps & { value: string }) {
  return (
    <Stack gap="xs">
      <Textarea
        label={news.text}
        autosize
        minRows={8}
        maxRows={20}
        value={value}
        error={error}
        {...withHelp(news.textHelp, error)}
        {...field}
      />
      {value.trim() && (
        <Paper p="md" component="section" aria-label={news.preview}>
          <Text size="xs" c="dimmed" mb="xs">
            {news.preview}
          </Text>
          <RichText text={value} level={3} />
        </Paper>
      )}
    </Stack>
  );
}
