import { useQuery } from "@tanstack/react-query";
import type { CaseTimes } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { cases } from "@/text/orders/case";
import { Hint } from "@/ui/base/Hint";

/** What most answers say, whose space is reserved until one arrives. */
const LIKELY = { claim_days: 90, usual_hours: 48 };

interface UsualTimeProps {
  mcid: string | undefined;
  /** Whether the case is about an order. */
  orders?: boolean;
}

/** How long the network usually takes to answer, and how long a case about an order can be opened. */
export function UsualTime({ mcid, orders }: UsualTimeProps) {
  const { data, error } = useQuery(query("/reports/case_times", { filter: { mcid } }));
  if (error) return null;
  const { claim_days, usual_hours }: Pick<CaseTimes, keyof typeof LIKELY> = data ?? LIKELY;
  return (
    <Hint size="sm" style={{ visibility: data ? undefined : "hidden" }}>
      {orders && `${cases.claimDays(claim_days)} `}
      {usual_hours === null ? cases.usualUnknown : cases.usual(usual_hours)}
    </Hint>
  );
}
