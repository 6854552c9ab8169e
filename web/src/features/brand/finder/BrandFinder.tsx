import {
  Box,
  Button,
  Center,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure, useLocalStorage } from "@mantine/hooks";
import { IconFilter, IconLayoutGrid, IconTable } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import classes from "@/features/brand/Brands.module.css";
import { type BrandSearch, countFilters, findInput, SORTS } from "@/features/brand/search";
import { useDecisions } from "@/features/brand/useDecisions";
import { brand as words } from "@/text/publisher/brand";
import { formatNumber } from "@/ui/base/format";
import { SearchInput } from "@/ui/filter/SearchInput";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";
import { BrandCards } from "./BrandCards";
import { BrandFacets } from "./BrandFacets";
import { LazyBrandTable } from "./LazyBrandTable";
import { NoBrands } from "./NoBrands";

interface BrandFinderProps {
  search: BrandSearch;
  /** Typing replaces the URL in place; a choice is a step to come back to. */
  onSearch: (change: Partial<BrandSearch>, replace?: boolean) => void;
}

const LAYOUTS = [
  { value: "cards", label: words.cards, Icon: IconLayoutGrid },
  { value: "table", label: words.table, Icon: IconTable },
];

/** Brands by search, filters and order, as cards or as a table. */
export function BrandFinder({ search, onSearch }: BrandFinderProps) {
  const [layout, setLayout] = useLocalStorage({
    key: "brands_layout",
    defaultValue: "cards",
    getInitialValueInEffect: false,
  });
  const [filtering, { open, close }] = useDisclosure();
  const answer = useQuery({
    ...query("/brands/find", findInput(search)),
    placeholderData: keepPreviousData,
  });
  const total = answer.data?.total ?? 0;
  useDecisions(search.site_id, answer.data?.list ?? []);
  // A new search starts on the first page.
  const narrow = (change: Partial<BrandSearch>, replace?: boolean) =>
    onSearch({ ...change, curPage: undefined }, replace);
  const Listing = layout === "table" ? LazyBrandTable : BrandCards;
  const facets = <BrandFacets search={search} onSearch={narrow} />;
  return (
    <div className={classes.finder}>
      <Box visibleFrom="lg">{facets}</Box>
      <Stack gap="sm" miw={0}>
        <Group gap="xs">
          <SearchInput
            className={classes.search}
            label={words.search}
            hint={words.searchHint}
            value={search.keyword ?? ""}
            onSearch={(keyword) => narrow({ keyword: keyword || undefined }, true)}
          />
          <Button
            hiddenFrom="lg"
            variant="default"
            leftSection={<IconFilter size={16} stroke={1.5} />}
            onClick={open}
          >
            {words.filtersOn(countFilters(search))}
          </Button>
          <NativeSelect
            flex="1 1 108px"
            miw={0}
            maw={176}
            aria-label={words.sort}
            data={SORTS.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
            value={search.sort ?? "new"}
            onChange={({ currentTarget }) =>
              narrow({ sort: SORTS.find((known) => known === currentTarget.value) })
            }
          />
          <SegmentedControl
            aria-label={words.layout}
            value={layout}
            onChange={setLayout}
            data={LAYOUTS.map(({ value, label, Icon }) => ({
              value,
              label: (
                <Center h={20}>
                  <Icon size={16} stroke={1.5} aria-hidden="true" />
                  <VisuallyHidden>{label}</VisuallyHidden>
                </Center>
              ),
            }))}
          />
        </Group>
        <Listing
          answer={answer}
          siteId={search.site_id}
          empty={<NoBrands search={search} onSearch={narrow} />}
          pages={
            <PageControls
              {...parsePaging({ ...search })}
              total={total}
              onChange={(page) => onSearch(page)}
            />
          }
        />
      </Stack>
      <LazyDrawer shown={filtering ? words.filters : null} title={words.filters} onClose={close}>
        <Stack gap="lg">
          {facets}
          <Button onClick={close}>{words.showFound(total, formatNumber(total))}</Button>
        </Stack>
      </LazyDrawer>
    </div>
  );
}
