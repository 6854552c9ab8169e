import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { NetworkBanner } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";

import { OpenedContent } from "./OpenedContent";
import { useOpenedRow } from "./useOpenedRow";

const banner = (id: number): NetworkBanner => ({
  id,
  title: `Banner ${id}`,
  text: "",
  link: "",
  link_label: "",
  position: 0,
  starts_at: "2026-11-01T10:00:00Z",
  ends_at: null,
  updated_at: "2026-11-01T10:00:00Z",
});
const first = { list: [banner(1)], total: 2 };
const alone = (id: number) => ({ filter: { id } });
const PAGE = { page: { curPage: 1, perPage: 20 } };
/** The requests: the page of the list, or a row alone. */
const requestKinds = (calls: ReturnType<typeof mockPortal>) =>
  calls.map(({ req: { page, filter } }) => (page ? "page" : filter));

function Opened({ id }: { id: number }) {
  const answer = useQuery(query("/network/banners", PAGE));
  const opened = useOpenedRow({
    answer,
    isOpened: (row) => row.id === id,
    alone: query("/network/banners", alone(id)),
  });
  return <OpenedContent opened={opened}>{({ title }) => title}</OpenedContent>;
}

test("the opened row of the current page is not loaded again", async () => {
  const calls = mockPortal({ "/network/banners": first });
  renderInApp(<Opened id={1} />);

  expect(await screen.findByText("Banner 1")).toBeTruthy();
  expect(requestKinds(calls)).toEqual(["page"]);
});

test("the opened row of another page is loaded by its ID, once the current page is known not to have it", async () => {
  const page = pendingAnswer<typeof first>();
  const calls = mockPortal({
    "/network/banners": ({ page: asksPage }) =>
      asksPage ? page.promise : { list: [banner(2)], total: 1 },
  });
  renderInApp(<Opened id={2} />);
  await expect.poll(() => calls).toHaveLength(1);
  page.resolve(first);

  expect(await screen.findByText("Banner 2")).toBeTruthy();
  expect(requestKinds(calls)).toEqual(["page", { id: 2 }]);
});

test("an opened row that does not exist is reported as not found", async () => {
  mockPortal({ "/network/banners": ({ page }) => (page ? first : { list: [], total: 0 }) });
  renderInApp(<Opened id={3} />);

  expect(await screen.findByText("Entry not found")).toBeTruthy();
});

test("an opened row that cannot be loaded offers a retry, and a failed list does not affect it", async () => {
  const away = new Refusal(21005, "Not available just now");
  mockPortal({ "/network/banners": ({ page }) => (page ? away : first) });
  const { unmount } = renderInApp(<Opened id={1} />);
  expect(await screen.findByText("Banner 1")).toBeTruthy();
  unmount();

  mockPortal({ "/network/banners": ({ page }) => (page ? first : away) });
  renderInApp(<Opened id={4} />);
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});
