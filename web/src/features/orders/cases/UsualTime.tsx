import { useQuery } from "@tanstack/react-query";
import { query } from "@/api/query";
import { cases } from "@/text/orders/case";
import { Hint } from "@/ui/base/Hint";

/** How long the network usually takes to answer, and how long a case about an order can be opened. */
export function UsualTime({ mcid, orders }: { mcid: string | undefined; orders?: boolean }) {
  const times = useQuery(query("/reports/case_times", { filter: { mcid } }));
  if (!times.data) return <Hint size="sm">{cases.usualWaiting}</Hint>;
  const { claim_days, usual_hours } = times.data;
  return (
    <Hint size="sm">
      {[
        orders ? cases.claimDays(claim_days) : null,
        usual_hours === null ? cases.usualUnknown : cases.usual(usual_hours),
      ]
        .filter(Boolean)
        .join(" ")}
    </Hint>
  );
}
