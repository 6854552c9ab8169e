import { ActionIcon, Group, Paper, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { query } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { BrandLogo } from "@/features/brands/BrandLogo";
import { FigureTable } from "@/features/brands/measured/FigureTable";
import type { FigureColumn } from "@/features/brands/measured/figures";
import { WaitPanel } from "@/features/brands/measured/WaitPanel";
import { measured as words } from "@/text/brands/measured";
import { formatDay } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SearchSelect, useKeyword } from "@/ui/picker/SearchSelect";
import { COMPARED_MAX, COMPARED_MIN } from "./searchParams";

const WHOSE = ["all", "my_type", "mine"] as const;
type Whose = (typeof WHOSE)[number];
const WHOSE_NAMES = { all: words.all, my_type: words.myType, mine: words.mine };
const FOUND = 20;
/**
 * The width of a chosen brand's card. It is fixed, so that names that arrive later do not move the
 * next card.
 */
const CARD_WIDTH = 240;

interface CompareBrandsProps {
  mcids: string[];
  onChange: (mcids: string[]) => void;
}

/** Two to four brands beside each other, over one period. */
export function CompareBrands({ mcids, onChange }: CompareBrandsProps) {
  const [whose, setWhose] = useState<Whose>("all");
  const enough = mcids.length >= COMPARED_MIN;
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/brands/compare", { attributes: { mcids } }),
    enabled: enough,
  });
  const remove = (mcid: string) => onChange(mcids.filter((each) => each !== mcid));
  const brands = enough ? data?.list : undefined;
  const columns: FigureColumn[] = (brands ?? []).map(({ mcid, name, measured }) => ({
    key: mcid,
    name,
    figures: measured[whose],
    own: whose === "mine",
    currency: measured.currency,
    measured_on: measured.measured_on,
  }));
  const period = brands?.find(({ measured }) => measured.measured_on && measured.since)?.measured;
  return (
    <>
      <Group align="flex-end" gap="sm">
        {mcids.map((mcid) => (
          <ChosenBrand
            key={mcid}
            mcid={mcid}
            brand={brands?.find((each) => each.mcid === mcid)}
            onRemove={() => remove(mcid)}
          />
        ))}
        {mcids.length < COMPARED_MAX && (
          <BrandPicker mcids={mcids} onPick={(mcid) => onChange([...mcids, mcid])} />
        )}
      </Group>
      {!enough ? (
        <Paper>
          <EmptyState title={words.chooseTitle} help={words.chooseHelp} />
        </Paper>
      ) : brands ? (
        <Paper p="md">
          <Stack gap="lg">
            <Group justify="space-between" gap="sm">
              <SegmentedControl
                size="xs"
                aria-label={words.whose}
                value={whose}
                onChange={(value) => setWhose(value as Whose)}
                data={WHOSE.map((value) => ({ value, label: WHOSE_NAMES[value] }))}
              />
              {period?.since && period.measured_on && (
                <Hint size="sm">
                  {words.period(formatDay(period.since), formatDay(period.measured_on))}
                </Hint>
              )}
            </Group>
            <WaitPanel columns={columns} />
            <FigureTable columns={columns} validationDays={null} paymentDays={null} />
            <Hint>{words.tooFewHelp}</Hint>
          </Stack>
        </Paper>
      ) : error ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={640} radius="lg" />
      )}
    </>
  );
}

interface ChosenBrandProps {
  mcid: string;
  brand: { name: string; logo: string | null; commission: string } | undefined;
  onRemove: () => void;
}

function ChosenBrand({ mcid, brand, onRemove }: ChosenBrandProps) {
  const name = brand?.name ?? mcid;
  return (
    <Paper p="xs" pl="sm" w={CARD_WIDTH} mih={52}>
      <Group gap="sm" wrap="nowrap">
        <BrandLogo name={name} logo={brand?.logo ?? null} size={24} />
        <Stack gap={0} miw={0} flex={1}>
          <AnchorLink to="/brands/$mcid" params={{ mcid }} fw={500} c="inherit" truncate>
            {name}
          </AnchorLink>
          <Text size="xs" c="dimmed" truncate mih={16}>
            {brand?.commission}
          </Text>
        </Stack>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.removeBrand(name)}
          onClick={onRemove}
        >
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}

interface BrandPickerProps {
  mcids: string[];
  onPick: (mcid: string) => void;
}

/** Adds a brand by a word of its name; the portal looks it up. */
function BrandPicker({ mcids, onPick }: BrandPickerProps) {
  const { keyword, setTyped } = useKeyword();
  const { data } = useSteadyQuery("/brands/find", {
    filter: { keyword, sort: "name" },
    page: { perPage: FOUND },
  });
  return (
    <SearchSelect
      key={mcids.length}
      w={CARD_WIDTH}
      label={words.addBrand}
      placeholder={words.addBrandHint}
      found={(data?.list ?? [])
        .filter(({ mcid }) => !mcids.includes(mcid))
        .map(({ mcid, name }) => ({ value: mcid, label: name }))}
      chosen={null}
      onSearch={setTyped}
      onChange={(mcid) => mcid && onPick(mcid)}
    />
  );
}
