import {
  Button,
  Center,
  Group,
  NativeSelect,
  SegmentedControl,
  Skeleton,
  Stack,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconFilter, IconLayoutGrid, IconTable } from "@tabler/icons-react";
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
} from "@/api/gen/enums.gen";
import type { Relation } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import classes from "@/features/brands/Brands.module.css";
import { type BrandSearch, countFilters, findInput, SORTS } from "@/features/brands/searchParams";
import { useDecisions } from "@/features/brands/useDecisions";
import { brand as words } from "@/text/brands/brand";
import { formatNumber } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { loadable } from "@/ui/base/loadable";
import { WIDE } from "@/ui/base/theme";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SearchInput } from "@/ui/filter/SearchInput";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { PageControls } from "@/ui/table/PageControls";
import { parsePaging } from "@/ui/table/paging";
import { BrandCards } from "./BrandCards";
import { BrandFacets } from "./BrandFacets";

interface BrandFinderProps {
  search: BrandSearch;
  /** Typing replaces the URL; choosing a filter adds an entry to the browser's history. */
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
  const answer = useSteadyQuery("/brands/find", findInput(search));
  const total = answer.data?.total ?? 0;
  useDecisions(search.site_id, answer.data?.list ?? []);
  // A new search starts on the first page.
  const narrow = (change: Partial<BrandSearch>, replace?: boolean) =>
    onSearch({ ...change, curPage: undefined }, replace);
  const seesMoney = useMoney();
  const sorts = SORTS.filter((sort) => seesMoney || sort !== "epc");
  const Listing = layout === "table" ? LazyBrandTable : BrandCards;
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const facets = <BrandFacets search={search} onSearch={narrow} />;
  return (
    <div className={classes.finder}>
      {wide && facets}
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
            data={sorts.map((sort) => ({ value: sort, label: words.sorts[sort] }))}
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

/** Brands in rows, which load for those who prefer them to cards. */
const LazyBrandTable = loadable(
  () => import("./BrandTable").then(({ BrandTable }) => BrandTable),
  <Skeleton h={480} radius="lg" />,
);

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
function NoBrands({ search, onSearch }: NoBrandsProps) {
  if (search.keyword || countFilters(search) > 0) {
    const clear = {
      keyword: undefined,
      category: undefined,
      country: undefined,
      offer_type: undefined,
      paid_within: undefined,
    };
    return (
      <EmptyState
        title={words.noMatchTitle}
        help={words.noMatchHelp}
        button={{ label: words.clear, onClick: () => onSearch(clear) }}
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
