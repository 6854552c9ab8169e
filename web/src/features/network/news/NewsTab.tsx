import { SegmentedControl, Stack } from "@mantine/core";

import type { TabProps } from "@/features/network/searchParams";
import { news } from "@/text/network/news";

import { ArticlesPart } from "./ArticlesPart";
import { BannersPart } from "./BannersPart";
import { NoticesPart } from "./NoticesPart";
import { NEWS_PARTS, type NewsPart, type NewsSearch } from "./searchParams";

const PARTS = { notices: NoticesPart, banners: BannersPart, articles: ArticlesPart };

/** What publishers read: notices, banners and help articles. */
export function NewsTab({ search, onSearch }: TabProps<NewsSearch>) {
  const { part = "notices", perPage } = search;
  const Part = PARTS[part];
  return (
    <Stack>
      <Part
        search={search}
        onSearch={onSearch}
        filters={
          <SegmentedControl
            size="xs"
            maw="100%"
            aria-label={news.part}
            value={part}
            onChange={(picked) => onSearch({ perPage, part: picked as NewsPart })}
            data={NEWS_PARTS.map((value) => ({ value, label: news.parts[value] }))}
          />
        }
      />
    </Stack>
  );
}
