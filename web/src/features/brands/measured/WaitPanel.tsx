import { Box, SegmentedControl, Stack } from "@mantine/core";
import { useState } from "react";

import { measured as words } from "@/text/brands/measured";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { type FigureColumn, STEPS, type Step } from "./figures";
import { WaitChart } from "./WaitChart";

const HEIGHT = 276;

/** The chart of one step at a time, for all columns that have it. */
export function WaitPanel({ columns }: { columns: FigureColumn[] }) {
  const [step, setStep] = useState<Step>("decided");
  const some = columns.some(({ figures }) => figures[step]?.points.length);
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        aria-label={words.step}
        value={step}
        onChange={(value) => setStep(value as Step)}
        data={STEPS.map((value) => ({ value, label: words.steps[value] }))}
        style={{ alignSelf: "flex-start" }}
      />
      <Box mih={HEIGHT}>
        {some ? (
          <WaitChart step={step} columns={columns} />
        ) : (
          <EmptyState title={words.tooFew} help={words.tooFewHelp} />
        )}
      </Box>
    </Stack>
  );
}
