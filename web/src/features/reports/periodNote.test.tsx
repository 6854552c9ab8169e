import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ClickFilters } from "./clicks/ClickFilters";
import { PerformanceFilters } from "./performance/PerformanceFilters";
import { TransactionFilters } from "./TransactionFilters";

const FILTERS = { ClickFilters, PerformanceFilters, TransactionFilters };
const ANSWERS = { "/user/profile": maya, "/site/list": { list: [], total: 0, next: null } };
const NOTE = /not a first and a last day/;

test.each(Object.entries(FILTERS))(
  "%s say when the days of the URL were replaced",
  async (_, Filters) => {
    mockPortal(ANSWERS);
    const given = { zone: "UTC", onChange: () => {} };
    const reversed = { start_date: "2026-11-20", end_date: "2026-11-01" };
    renderInApp(<Filters {...given} search={reversed} />);

    expect(await screen.findByText(NOTE)).toBeTruthy();
  },
);

test.each(Object.entries(FILTERS))(
  "%s say nothing about days that the URL names or leaves out",
  async (_, Filters) => {
    mockPortal(ANSWERS);
    const given = { zone: "UTC", onChange: () => {} };
    renderInApp(<Filters {...given} search={{}} />);

    await screen.findByText("Period");
    expect(screen.queryByText(NOTE)).toBeNull();
  },
);
