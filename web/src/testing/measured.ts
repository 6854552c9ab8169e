import type { ComparedBrand, Measured, MeasuredFigures, WaitFigure } from "@/api/gen/types.gen";

const AS_OF = "2026-11-23";

function wait(orders: number): WaitFigure {
  return {
    as_of: AS_OF,
    orders,
    points: [
      { days: 14, share: "0.20" },
      { days: 30, share: "0.60" },
      { days: 60, share: "0.80" },
    ],
    half_days: 30,
    half_over: null,
    most_days: null,
    longest_open: 60,
  };
}

/** A brand's figures, all of which are known. */
export function figures(changed: Partial<MeasuredFigures> = {}, orders = 100): MeasuredFigures {
  const rate = { as_of: AS_OF, orders, rate: "0.91" };
  return {
    decided: wait(orders),
    decided_by_month: [
      {
        month: "2026-06",
        as_of: AS_OF,
        orders,
        points: [{ days: 30, share: "0.40" }],
        half_days: null,
        half_over: 30,
      },
    ],
    decided_in_time: rate,
    payable: wait(orders),
    payable_in_time: rate,
    sent: wait(orders),
    approved: rate,
    approved_by_quarter: [{ quarter: "2026-Q3", as_of: AS_OF, orders, rate: "0.91" }],
    corrected: { ...rate, rate: "0.02" },
    earned: { as_of: AS_OF, orders, epc: "0.42" },
    earned_by_country: [{ country: "GB", as_of: AS_OF, orders, epc: "0.45" }],
    ...changed,
  };
}

export function measuredFigures(changed: Partial<Measured> = {}): Measured {
  return {
    measured_on: AS_OF,
    since: "2025-11-01",
    channel_type: 2,
    currency: "GBP",
    validation_days: 30,
    payment_days: 30,
    all: figures(),
    my_type: figures(),
    mine: figures({}, 12),
    terms: [
      { name: "Standard", day: "2026-08-01", announced_days: 14, before: "10%", after: "8%" },
    ],
    ...changed,
  };
}

export function measuredBrand(
  mcid: string,
  name: string,
  changed: Partial<Measured> = {},
): ComparedBrand {
  return { mcid, name, logo: null, commission: "10%", measured: measuredFigures(changed) };
}
