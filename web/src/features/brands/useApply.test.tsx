import { useQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Data } from "@/api/call";
import type { BrandInfo, LinkMade } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { BrandLinkGenerator } from "@/features/links/LinkGenerator";
import { acme } from "@/testing/brand";
import { attributesOf, maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";

import { BrandAction } from "./BrandAction";

const open: BrandInfo = { ...acme, approval: "auto", status: "online", relationship: 0 };

/** Longer than the form's debounce, in milliseconds. */
const CHECKING = 300;

/** A brand's page: the button that joins it, and once it is joined the form of a link. */
function Page() {
  const { data: brand } = useQuery(query("/brands/info", { attributes: { mcid: "acme" } }));
  if (!brand) return null;
  return (
    <>
      <BrandAction brand={brand} siteId={undefined} />
      {brand.relationship === 2 && <BrandLinkGenerator mcid="acme" siteId={undefined} />}
    </>
  );
}

test("a link made while the application is answered waits for it", async () => {
  const answer = pendingAnswer<Data<"/brands/apply">>();
  let brand = open;
  const calls = mockPortal({
    "/user/profile": maya,
    "/site/list": { list: [], total: 0, next: null },
    "/brands/info": () => brand,
    "/brands/coupons": { list: [], total: 0, next: null },
    "/brands/apply": answer.promise,
    "/tools/link_preview": {
      code: 0,
      message: "ok",
      field: "",
      rule: null,
      limit: null,
      mcid: "acme",
      brand_name: "Acme",
      choices: [],
      warnings: [],
    },
    "/tools/link_code": {
      link_id: 1,
      code: "sale",
      mcid: "acme",
      brand_name: "Acme",
      target_url: "https://acme.example/",
      tracking_url: "https://go.example/track/sale",
      tracking_url_short: "https://go.example/s/sale",
      qr: "<svg/>",
      warnings: [],
    } satisfies LinkMade,
  });
  renderInApp(<Page />);
  const linkRequests = () => attributesOf(calls, "/tools/link_code").length;

  await userEvent.click(await screen.findByRole("button", { name: /^Apply/ }));
  const create = await screen.findByRole("button", { name: "Create link" });
  await screen.findByDisplayValue("https://acme.example/");
  await userEvent.click(create);
  await expect.poll(() => create.dataset.loading).toBe("true");
  await new Promise((resolve) => setTimeout(resolve, CHECKING));
  expect(linkRequests()).toBe(0);
  brand = { ...open, relationship: 2 };
  answer.resolve({ list: [{ mcid: "acme", code: 0, message: "ok", relationship: 2, site_id: 1 }] });

  expect(await screen.findByText("https://go.example/s/sale")).toBeTruthy();
  expect(linkRequests()).toBe(1);
});
