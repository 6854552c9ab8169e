import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { type Data, Refusal } from "@/api/call";
import type { Brand } from "@/api/gen/types.gen";
import { maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";

import { BrandFinder } from "./BrandFinder";

const acme: Brand = {
  mcid: "acme",
  mid: 1,
  name: "Acme",
  logo: null,
  site_url: "https://acme.example",
  categories: ["Home"],
  country: "GB",
  regions: [],
  currency: "GBP",
  offer_type: "CPS",
  brand_type: 1,
  commission: "5%–12%",
  cookie_days: 30,
  validation_days: 30,
  payment_days: 30,
  paid_within: 45,
  deep_link: true,
  approval: "auto",
  status: "online",
  relationship: 0,
  relationship_reason: null,
  epc: "0.4210",
  conversion_rate: null,
  approval_rate: "0.91",
};
const facets = {
  categories: [{ value: "Home", count: 2 }],
  countries: [],
  offer_types: [],
  is_capped: false,
};

function answersWith(...list: Brand[]) {
  return {
    "/user/profile": maya,
    "/brands/facets": facets,
    "/brands/find": { list, total: list.length, next: null },
  };
}

beforeEach(() => localStorage.clear());

const finder = (onSearch = () => {}) => <BrandFinder search={{ status: 0 }} onSearch={onSearch} />;

test("a brand that accepts every channel is joined in place and offers a link", async () => {
  const joined: Data<"/brands/apply"> = {
    list: [{ mcid: "acme", code: 0, message: "ok", relationship: 2, site_id: 1 }],
  };
  const answer = pendingAnswer<Data<"/brands/apply">>();
  const calls = mockPortal({ ...answersWith(acme), "/brands/apply": answer.promise });
  renderInApp(finder());

  await userEvent.dblClick(await screen.findByRole("button", { name: "Apply to Acme" }));
  answer.resolve(joined);

  const next = await screen.findByRole("link", { name: "Create a link to Acme" });
  expect(screen.getByText("Joined")).toBeTruthy();
  await waitFor(() => expect(document.activeElement === next).toBe(true));
  expect(calls.filter(({ path }) => path === "/brands/apply")).toHaveLength(1);
});

test("the card of a brand says whether the brand accepts every channel", async () => {
  const reviewed: Brand = { ...acme, mcid: "bolt", name: "Bolt", approval: "manual" };
  mockPortal(answersWith(acme, reviewed));
  renderInApp(finder());
  const list = await screen.findByRole("list", { name: "Brands" });
  const [first, second] = within(list).getAllByRole("listitem");
  expect(first?.textContent).toContain("Accepted at once");
  expect(second?.textContent).toContain("Reviewed by the brand");
});

test("an application that was refused says why and can be made again", async () => {
  mockPortal({
    ...answersWith(acme),
    "/brands/apply": {
      list: [
        {
          mcid: "acme",
          code: 20201,
          message: "Merchant status is offline",
          relationship: null,
          site_id: 1,
        },
      ],
    },
  });
  renderInApp(finder());

  await userEvent.click(await screen.findByRole("button", { name: "Apply to Acme" }));

  expect(await screen.findByText("Acme: Merchant status is offline")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Apply to Acme" })).toBeTruthy();
});

test("a refused application leaves the brand's status unchanged", async () => {
  mockPortal({ ...answersWith(acme), "/brands/apply": new Refusal(20165, "Site status error") });
  renderInApp(finder());

  await userEvent.click(await screen.findByRole("button", { name: "Apply to Acme" }));

  expect(await screen.findByText("Site status error")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Apply to Acme" })).toBeTruthy();
});

test("several brands selected in the table are applied to at once", async () => {
  localStorage.setItem("brands_layout", '"table"');
  const bolt = { ...acme, mcid: "bolt", name: "Bolt" };
  const calls = mockPortal({
    ...answersWith(acme, bolt, { ...acme, mcid: "mine", name: "Mine", relationship: 2 }),
    "/brands/apply": {
      list: [
        { mcid: "acme", code: 0, message: "ok", relationship: 2, site_id: 1 },
        { mcid: "bolt", code: 0, message: "ok", relationship: 2, site_id: 1 },
      ],
    },
  });
  renderInApp(finder());

  await userEvent.click(await screen.findByRole("checkbox", { name: /all rows/ }));
  await userEvent.click(screen.getByRole("button", { name: "Apply to 2 brands" }));

  expect(await screen.findByText("2 joined")).toBeTruthy();
  expect(calls.find(({ path }) => path === "/brands/apply")?.req.attributes).toEqual({
    mcids: ["acme", "bolt"],
  });
});

test("a search for brands is sent once, shortly after the last letter", async () => {
  mockPortal(answersWith(acme));
  const changes: unknown[] = [];
  renderInApp(
    <BrandFinder search={{ status: 0 }} onSearch={(...change) => void changes.push(change)} />,
  );

  const field = await screen.findByRole("searchbox");
  for (const typed of ["o", "oa", "oak", "oak "]) {
    fireEvent.change(field, { target: { value: typed } }); // however slow the machine
  }

  await waitFor(() => expect(changes).toEqual([[{ keyword: "oak", curPage: undefined }, true]]));
});

test("a filter says how many brands it would find, and can be cleared", async () => {
  mockPortal(answersWith(acme));
  const changes: unknown[] = [];
  renderInApp(
    <BrandFinder
      search={{ status: 0, category: "Home" }}
      onSearch={(change) => void changes.push(change)}
    />,
  );

  const [choice] = await screen.findAllByRole("button", {
    name: "Home 2",
    pressed: true,
    hidden: true,
  });
  await userEvent.click(choice as HTMLElement);

  expect(changes).toEqual([{ category: undefined, curPage: undefined }]);
});

test("a list of brands that failed says so in place and can be tried again", async () => {
  mockPortal({ ...answersWith(), "/brands/find": new Refusal(21005, "Not available just now") });
  renderInApp(finder());

  const alert = within(
    (await screen.findByText("Brands could not be loaded")).closest("[role=alert]") as HTMLElement,
  );
  mockPortal(answersWith(acme));
  await userEvent.click(alert.getByRole("button", { name: "Retry" }));

  expect(await screen.findByText("Acme")).toBeTruthy();
});

test.each([
  ["paused", "Paused: no applications for now"],
  ["offline", "Offline: no applications"],
] as const)("a brand that is %s offers no application, and says why", async (status, why) => {
  mockPortal(answersWith({ ...acme, status }));
  renderInApp(finder());

  expect(await screen.findByText(why)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Apply/ })).toBeNull();
});
