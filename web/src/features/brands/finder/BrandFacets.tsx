import { Button, Skeleton, Stack, Title, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import type { Facet, OfferType } from "@/api/gen/types.gen";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import classes from "@/features/brands/Brands.module.css";
import {
  type BrandSearch,
  countFilters,
  facetsInput,
  PAID_WITHIN,
} from "@/features/brands/searchParams";
import { brand as words } from "@/text/brands/brand";
import { common } from "@/text/core/common";
import { countryName, formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";

const INITIAL_CHOICES = 8;

interface BrandFacetsProps {
  search: BrandSearch;
  onSearch: (change: Partial<BrandSearch>) => void;
}

/** The filters of the brand list, each choice with how many brands it would find. */
export function BrandFacets({ search, onSearch }: BrandFacetsProps) {
  const { data, error, refetch } = useSteadyQuery("/brands/facets", facetsInput(search));
  if (!data) {
    if (!error) return <Skeleton h={320} />;
    return (
      <Stack gap="xs" align="flex-start" role="alert">
        <Hint size="sm">{words.facetsFailed}</Hint>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {common.retry}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="lg">
      <Choices
        title={words.category}
        facets={data.categories}
        capped={data.is_capped}
        chosen={search.category}
        onChosen={(category) => onSearch({ category })}
      />
      <Choices
        title={words.offerType}
        facets={data.offer_types}
        capped={data.is_capped}
        chosen={search.offer_type}
        nameOf={(value) => words.offerTypes[value as OfferType]}
        onChosen={(value) => onSearch({ offer_type: value as OfferType | undefined })}
      />
      <Choices
        title={words.sellsIn}
        facets={data.countries}
        capped={data.is_capped}
        chosen={search.country}
        nameOf={countryName}
        onChosen={(country) => onSearch({ country })}
      />
      <Choices
        title={words.paidWithin}
        facets={PAID_WITHIN.map((days) => ({ value: String(days), count: 0 }))}
        capped
        chosen={search.paid_within?.toString()}
        nameOf={(value) => words.days(Number(value))}
        onChosen={(value) => onSearch({ paid_within: value ? Number(value) : undefined })}
      />
      {countFilters(search) > 0 && (
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            onSearch({
              category: undefined,
              country: undefined,
              offer_type: undefined,
              paid_within: undefined,
            })
          }
        >
          {words.clear}
        </Button>
      )}
    </Stack>
  );
}

interface ChoicesProps {
  title: string;
  facets: Facet[];
  /** Whether more brands match than were counted, so that the choices are shown without numbers. */
  capped: boolean;
  chosen: string | undefined;
  nameOf?: (value: string) => string;
  onChosen: (value: string | undefined) => void;
}

function Choices({
  title,
  facets,
  capped,
  chosen,
  nameOf = (value) => value,
  onChosen,
}: ChoicesProps) {
  const [all, setAll] = useState(false);
  const missing = chosen && !facets.some(({ value }) => value === chosen);
  const known = missing ? [{ value: chosen, count: 0 }, ...facets] : facets;
  if (known.length === 0) return null;
  const shown = known.filter(
    ({ value }, index) => all || index < INITIAL_CHOICES || value === chosen,
  );
  const hidden = known.length - INITIAL_CHOICES;
  return (
    <section className={classes.facet} aria-label={title}>
      <Title order={2} size="xs" fw={500} c="dimmed" lh="xs" mb={4}>
        {title}
      </Title>
      <ul className={classes.choices}>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <UnstyledButton
              className={classes.choice}
              aria-pressed={value === chosen}
              onClick={() => onChosen(value === chosen ? undefined : value)}
            >
              {nameOf(value)}{" "}
              {!capped && <span className={classes.count}>{formatNumber(count)}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            ml={-8}
            onClick={() => setAll(!all)}
          >
            {all ? words.fewer : words.more(hidden)}
          </Button>
        </div>
      )}
    </section>
  );
}
