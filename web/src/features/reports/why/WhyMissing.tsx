import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { FilledCase, Why } from "@/api/gen/types.gen";
import { why as words } from "@/text/reports/why";
import { OPEN_CASE, WhyAnswer } from "./WhyAnswer";
import { type MissingQuestion, WhyForm } from "./WhyForm";

interface WhyMissingProps {
  start?: MissingQuestion;
  /** Where it is the first step of a case: goes on to the case, filled in or not. */
  onCase?: (filled?: FilledCase) => void;
  onCancel?: () => void;
}

/** Asks about a missing order, and answers; on its page, and as the first step of a case. */
export function WhyMissing({ start, onCase, onCancel }: WhyMissingProps) {
  const [answer, setAnswer] = useState<Why | null>(null);
  return (
    <Stack gap="lg">
      {answer === null ? (
        <>
          {onCase && <Text size="sm">{words.firstStep}</Text>}
          <WhyForm start={start} onAnswer={setAnswer} onCancel={onCancel} />
        </>
      ) : (
        <>
          <WhyAnswer answer={answer} onCase={onCase} />
          <Group>
            <Button variant="default" onClick={() => setAnswer(null)}>
              {words.askAgain}
            </Button>
          </Group>
        </>
      )}
      {onCase && answer?.next_step.step !== OPEN_CASE && (
        <Group>
          <Anchor component="button" type="button" size="sm" onClick={() => onCase()}>
            {answer ? words.openCaseAfter : words.openCaseAnyway}
          </Anchor>
        </Group>
      )}
    </Stack>
  );
}
