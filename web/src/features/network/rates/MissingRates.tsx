import { Anchor, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { rates as words } from "@/text/network/rates";
import { Callout } from "@/ui/feedback/Callout";

const SHOWN = 6;

interface MissingRatesProps {
  /** Opens the form of a new rate. */
  onAdd: (pair: { base: string; quote: string }) => void;
}

/** The rates without which publishers' orders are refused; nothing while there are none. */
export function MissingRates({ onAdd }: MissingRatesProps) {
  const list = useQuery(query("/network/missing_rates")).data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <Callout state="pending" title={words.missing(list.length)}>
      <Text size="sm">{words.missingHelp}</Text>
      <Group gap="md" mt={4}>
        {list.slice(0, SHOWN).map(({ base, quote, publishers }) => (
          <Anchor
            key={`${base} ${quote}`}
            component="button"
            type="button"
            size="sm"
            onClick={() => onAdd({ base, quote })}
          >
            {words.addMissing(base, quote, publishers)}
          </Anchor>
        ))}
        {list.length > SHOWN && <Text size="sm">{words.moreMissing(list.length - SHOWN)}</Text>}
      </Group>
    </Callout>
  );
}
