import { Text } from "@mantine/core";
import { RELATION_PENDING } from "@/api/gen/enums.gen";
import type { ApplicationRow } from "@/api/gen/types.gen";
import { application as words } from "@/text/brands/application";
import { formatNumber } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";

interface UsualAnswerProps {
  row: Pick<ApplicationRow, "usual_answer" | "relationship" | "age_days">;
  /** Whether there is room to say on which answers the time is based. */
  explained?: boolean;
}

/** The time that a brand usually takes to answer, if enough answers are known. */
export function UsualAnswerText({ row, explained }: UsualAnswerProps) {
  const { usual_answer: usual, relationship, age_days } = row;
  if (!usual) return words.unknown;
  const { median_days, p90_days, applications, source } = usual;
  const own = source === "own";
  const count = formatNumber(applications);
  const help = words.usualHelp(p90_days, own ? count : words.orMore(count), own);
  return (
    <>
      <Text span inherit title={help}>
        {words.usualOf(median_days)}
      </Text>
      {relationship === RELATION_PENDING && age_days > p90_days && (
        <Text span inherit c="var(--portal-pending)">{`, ${words.late}`}</Text>
      )}
      {explained && <Hint>{help}</Hint>}
    </>
  );
}
