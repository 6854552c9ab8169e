import { Text } from "@mantine/core";
import { useEffect, useRef } from "react";

import { publisherText } from "@/features/network/pickers/publishers";
import { money } from "@/text/network/money";
import { AnchorLink } from "@/ui/base/links";
import { Callout } from "@/ui/feedback/Callout";
import type { LeftOut } from "./usePayoutFile";

/** Below the header, which stays in view. */
const HEADER = 72;

/** The payments of a batch that its file does not hold, each with the reason. */
export function LeftOutPayments({ of: { batch, list } }: { of: LeftOut }) {
  const frame = useRef<HTMLDivElement>(null);
  // The menu that made the file may be far below.
  useEffect(() => {
    if (list.length > 0) frame.current?.scrollIntoView?.({ block: "nearest" });
  }, [list]);
  return (
    <div ref={frame} style={{ scrollMarginTop: HEADER }}>
      <Callout state="pending" title={money.leftOut(batch)}>
        {list.map(({ uid, publisher, payment_id, reason }) => (
          <Text key={payment_id} size="sm">
            <AnchorLink
              to="/network"
              search={{ tab: "payments", batch_id: batch, look: String(payment_id) }}
              inherit
            >
              {money.paymentTitle(payment_id ?? 0)}
            </AnchorLink>
            {", "}
            {money.notTakenRow(publisherText(uid, publisher), reason)}
          </Text>
        ))}
      </Callout>
    </div>
  );
}
