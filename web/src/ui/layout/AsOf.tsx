import { Text } from "@mantine/core";
import { table } from "@/text/core/table";
import { formatSeconds } from "@/ui/base/format";

interface AsOfProps {
  /** The `as_of` of the answer that is shown; its place is kept until there is one. */
  at: string | undefined;
  zone: string;
}

/** As of when figures are: they may have been loaded a while ago, or come from a copy of the database. */
export function AsOf({ at, zone }: AsOfProps) {
  const text = table.asOf(formatSeconds(at ?? new Date().toISOString(), zone));
  return (
    <Text span inherit opacity={at ? undefined : 0} aria-hidden={!at}>
      {` ${text}`}
    </Text>
  );
}
