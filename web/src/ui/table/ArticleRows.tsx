import { Title } from "@mantine/core";
import type { ArticleRow, TextPart } from "@/api/gen/types.gen";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";

import classes from "./ArticleRows.module.css";
import { RowList } from "./RowList";

/** Articles, each with the sentence that matches the search, or else its summary. */
export function ArticleRows({ list, label }: { list: ArticleRow[]; label?: string }) {
  return (
    <RowList label={label}>
      {list.map(({ slug, title, summary, excerpt }) => (
        <li key={slug}>
          <Title order={3}>
            <AnchorLink to="/help" search={{ article: slug }} inherit>
              {title}
            </AnchorLink>
          </Title>
          <Hint size="sm">{excerpt.length > 0 ? <Excerpt parts={excerpt} /> : summary}</Hint>
        </li>
      ))}
    </RowList>
  );
}

function Excerpt({ parts }: { parts: TextPart[] }) {
  return parts.map(({ text, marked }, index) =>
    marked ? (
      <mark key={`${index} ${text}`} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
