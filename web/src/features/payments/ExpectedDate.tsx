import { Text } from "@mantine/core";

import type { DateRecord, ExpectedFrom } from "@/api/gen/types.gen";
import { type DateKind, dateRecord } from "@/text/core/dateRecord";
import { payment as words } from "@/text/payments/payment";
import { dateRecordText } from "@/ui/base/dateRecordText";
import { formatDay } from "@/ui/base/format";
import { todayIn } from "@/ui/base/period";

interface ExpectedDateProps {
  day: string | null;
  from: ExpectedFrom | null;
  zone: string;
  /** How reliable such dates have been, if known. */
  record?: DateRecord | null | undefined;
  kind?: DateKind;
}

const DAY = 86_400_000;

/** How many days ago the expected day was; zero or negative if it is still to come. */
export const daysLate = (day: string, zone: string) =>
  (Date.parse(todayIn(zone)) - Date.parse(day)) / DAY;

/** When money is expected, why, how late it is, and how reliable such dates have been. */
export function ExpectedDate({ day, from, zone, record, kind = "payment" }: ExpectedDateProps) {
  const known = record && (
    <Text span size="xs" c="dimmed" title={dateRecord.help}>
      {dateRecordText(record, kind)}
    </Text>
  );
  if (record && !record.keeps_dates) return known;
  if (!day) return "–";
  const late = daysLate(day, zone);
  const usual = from === "past";
  return (
    <Text span inherit title={usual ? words.usuallyHelp : undefined}>
      {(usual ? words.usuallyBy : words.expectedBy)(formatDay(day))}
      {late > 0 && (
        <Text span inherit c="var(--portal-pending)">
          {`, ${words.late(late)}`}
        </Text>
      )}
      {known && <> · {known}</>}
    </Text>
  );
}
