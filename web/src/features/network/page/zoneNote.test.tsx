import { expect, test } from "vitest";

import { zoneNote } from "./Network";

test("each tab of the network names the time zone of its times once", () => {
  expect(zoneNote("orders", "Europe/London")).toBe("Times in UTC");
  expect(zoneNote("payments", "Europe/London")).toBe("Times in Europe/London");
  expect(zoneNote("coupons", "Europe/London")).toBe("Days in UTC");
  expect(zoneNote("rates", "Europe/London")).toBe("Days in each publisher's time zone");
});
