import { Button } from "@mantine/core";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { Relation } from "@/api/gen/types.gen";

import { type BrandSearch, countFilters } from "@/features/brand/search";
import { brand as words } from "@/text/publisher/brand";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";

const EMPTY = {
  [RELATION_NONE]: { title: words.noNewTitle, help: words.noNewHelp },
  [RELATION_PENDING]: { title: words.nonePendingTitle, help: words.nonePendingHelp },
  [RELATION_JOINED]: { title: words.noneMineTitle, help: words.noneMineHelp },
  [RELATION_REJECTED]: { title: words.noneRejectedTitle, help: words.noneRejectedHelp },
  [RELATION_ENDED]: { title: words.noneEndedTitle, help: words.noneEndedHelp },
} as const satisfies Record<Relation, object>;

interface NoBrandsProps {
  search: BrandSearch;
  onSearch: (change: Partial<BrandSearch>) => void;
}

/** Why no brand is shown, and what to do about it. */
export function NoBrands({ search, onSearch }: NoBrandsProps) {
  if (search.keyword || countFilters(search) > 0) {
    const clear = {
      keyword: undefined,
      category: undefined,
      country: undefined,
      offer_type: undefined,
    };
    return (
      <EmptyState
        title={words.noMatchTitle}
        help={words.noMatchHelp}
        action={
          <Button size="xs" variant="default" onClick={() => onSearch(clear)}>
            {words.clear}
          </Button>
        }
      />
    );
  }
  const here = search.status === RELATION_NONE;
  return (
    <EmptyState
      {...EMPTY[search.status]}
      action={
        <ButtonLink
          to="/brands/find"
          search={{
            status: here ? RELATION_JOINED : RELATION_NONE,
            site_id: search.site_id,
          }}
          size="xs"
          variant={here ? "default" : "filled"}
        >
          {here ? words.seeMine : words.findBrands}
        </ButtonLink>
      }
    />
  );
}
