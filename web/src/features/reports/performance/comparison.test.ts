import { expect, test } from "vitest";

import type { Performance, PerformanceRow } from "@/api/gen/types.gen";

import { comparedRows, leftOut } from "./comparison";

const row = (date?: string) => ({ date }) as PerformanceRow;
/** Newest first, as the report lists days; the portal says what each is compared with. */
const answer = (fields: Partial<Performance> = {}) =>
  ({
    list: [row("2026-11-20"), row("2026-11-19"), row("2026-11-18")],
    compared: [row("2026-11-17"), row("2026-11-16"), row()],
    compared_totals: {},
    compared_until: null,
    ...fields,
  }) as Performance;

test("a day without an earlier day to compare with has no earlier value in the chart", () => {
  const { compared } = comparedRows(answer(), { compare: "previous" });

  expect(compared.map((each) => each?.date)).toEqual(["2026-11-17", "2026-11-16", undefined]);
});

test("rows of a comparison by other groups than days keep their earlier values", () => {
  const brands = { compare: "previous", group_by: ["brand"] } as const;
  const { compared } = comparedRows(answer(), { ...brands, group_by: [...brands.group_by] });

  expect(compared).toHaveLength(3);
  expect(compared).not.toContain(undefined);
});

test("a report without a comparison has no earlier values", () => {
  expect(comparedRows(answer(), {})).toMatchObject({ compared: [], compared_totals: null });
});

test("a comparison says that today is left out if the earlier period has no such day", () => {
  const search = { compare: "previous" } as const;
  const running = { compared_until: "2026-11-17T10:46:00Z" };
  const lacking = { ...running, compared: [row(), row("2026-11-16"), row("2026-11-15")] };

  expect(leftOut(comparedRows(answer(running), search), search)).toBeUndefined();
  expect(leftOut(comparedRows(answer(lacking), search), search)).toBe("date");
});
