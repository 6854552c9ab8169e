import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { renderInApp } from "@/testing/portal";
import { AnchorLink } from "@/ui/base/links";
import { useLanding } from "./useLanding";

const scrolled = vi.fn();

beforeEach(() => {
  scrolled.mockClear();
  // The router scrolls to a hash too, once and with options of its own.
  HTMLElement.prototype.scrollIntoView = function scroll(options) {
    if (options === undefined) scrolled(this.id);
  };
});

function Part({ id }: { id: string }) {
  return <section {...useLanding(id)}>{id}</section>;
}

test("a link to a section of a page brings that section into view and focus, each time it is followed", async () => {
  renderInApp(
    <>
      <AnchorLink to="/" hash="terms">
        See the terms
      </AnchorLink>
      <Part id="terms" />
      <Part id="coupons" />
    </>,
  );
  const link = await screen.findByRole("link", { name: "See the terms" });
  expect(scrolled).not.toHaveBeenCalled();

  for (const times of [1, 2]) {
    await userEvent.click(link);
    await expect.poll(() => document.activeElement?.id).toBe("terms");
    await expect
      .poll(() => scrolled.mock.calls.filter(([id]) => id === "terms").length)
      .toBe(times);
  }
  expect(scrolled).not.toHaveBeenCalledWith("coupons");
});
