import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import { renderInApp } from "@/testing/portal";

import { ErrorState } from "./ErrorState";

test("the error state of a failure offers to retry", async () => {
  renderInApp(
    <ErrorState
      error={new Refusal(21005, "Not available just now")}
      what="Clicks"
      onRetry={() => {}}
    />,
  );

  await screen.findByText("Clicks could not be loaded");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

test("the error state of a missing permission offers no retry", async () => {
  renderInApp(
    <ErrorState error={new Refusal(21008, "Not allowed")} what="Clicks" onRetry={() => {}} />,
  );

  await screen.findByText("You may not see this");
  expect(screen.queryByRole("button")).toBeNull();
});
