import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import type { BrandInfo, DateRecord } from "@/api/gen/types.gen";
import { acme } from "@/testing/brand";
import { figures, measuredFigures } from "@/testing/measured";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { MeasuredFacts } from "./lazy/MeasuredFacts";

const record: DateRecord = {
  kept_percent: 91,
  dates: 24,
  early_days: 1,
  late_days: 3,
  p90_days: 74,
  keeps_dates: false,
  source: "own",
};

test("a brand's measured figures are those of the comparison, each with whose they are and of which time", async () => {
  const brand = {
    ...acme,
    // As another measurement could have left them.
    epc: "9.99",
    approval_rate: "0.11",
    conversion_rate: "0.02",
    decision_record: record,
    payment_record: null,
    measured: measuredFigures({ all: figures({ payable: null }) }),
  } as BrandInfo;
  mockPortal({ "/user/profile": maya });
  renderInApp(<MeasuredFacts brand={brand} />);

  expect((await screen.findByText("91%")).parentElement?.textContent).toBe(
    "91%all publishers, 5 quarters",
  );
  expect(screen.getByText("GBP 0.42").parentElement?.textContent).toMatch(
    /^GBP\s0.42all publishers, 90 days$/,
  );
  expect(screen.getByText("Keeps no dates").parentElement?.textContent).toBe(
    "Decides as expectedKeeps no datesyours, 12 months",
  );
});
