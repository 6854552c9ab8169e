import { Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { BrandInfo, DateRecord } from "@/api/gen/types.gen";
import { useMoney } from "@/api/user/useMoney";
import { brand as words } from "@/text/brands/brand";
import { basis } from "@/text/core/basis";
import { dateRecord } from "@/text/core/dateRecord";
import { keptText } from "@/ui/base/dateRecordText";
import { Hint } from "@/ui/base/Hint";
import { Money, Percent } from "@/ui/base/Numbers";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Term } from "@/ui/overlay/Term";

/** How the brand has done with all publishers at a glance; the panel of measured figures says more. */
export function MeasuredFacts({ brand }: { brand: BrandInfo }) {
  const seesMoney = useMoney();
  const { all, currency } = brand.measured;
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {basis.title}
        </Title>
        {seesMoney && (
          <Measured name={<Term of="epc">{words.epc}</Term>} time={basis.clickDays}>
            <Money amount={all.earned?.epc ?? null} currency={currency} />
          </Measured>
        )}
        <Measured name={<Term of="conversion">{words.conversion}</Term>} time={basis.clickDays}>
          <Percent value={brand.conversion_rate} digits={1} />
        </Measured>
        <Measured name={<Term of="approval">{words.approval}</Term>} time={basis.quarters}>
          <Percent value={all.approved?.rate ?? null} digits={0} />
        </Measured>
        {all.payable?.most_days != null && (
          <Measured name={<Term of="paidWithin">{words.paidWithin}</Term>} time={basis.months}>
            {words.days(all.payable.most_days)}
          </Measured>
        )}
        <DatesKept name={dateRecord.decisions} record={brand.decision_record} />
        <DatesKept name={dateRecord.payments} record={brand.payment_record} />
      </Stack>
    </Paper>
  );
}

interface MeasuredProps {
  name: ReactNode;
  time: string;
  source?: "all" | "own";
  children: ReactNode;
}

/** A figure, with whose it is and the time that it is of. */
function Measured({ name, time, source = "all", children }: MeasuredProps) {
  return (
    <DetailRow name={name}>
      {children}
      <Hint>{basis.of(source, time)}</Hint>
    </DetailRow>
  );
}

/** How reliable the brand's expected dates have been, if known. How long it takes is said above. */
function DatesKept({ name, record }: { name: string; record: DateRecord | null }) {
  return (
    record && (
      <Measured name={name} time={basis.months} source={record.source}>
        {keptText(record)}
      </Measured>
    )
  );
}
