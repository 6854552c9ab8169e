import { expect, test } from "vitest";

import { ordersInput } from "./searchParams";

test("reversed dates in the URL of the order list are put in the right order", () => {
  const days = { start_date: "2026-11-01", end_date: "2026-11-20" };
  const { filter } = ordersInput({ start_date: days.end_date, end_date: days.start_date });

  expect(filter).toMatchObject(days);
  expect(ordersInput({}).filter.start_date).toBeUndefined();
});
