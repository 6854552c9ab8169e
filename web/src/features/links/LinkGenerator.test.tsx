import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { BrandInfo, LinkMade, LinkPreview, Site } from "@/api/gen/types.gen";
import { acme } from "@/testing/brand";
import { attributesOf, maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";
import { typeAtOnce } from "@/testing/typing";

import { LinkGenerator } from "./LinkGenerator";

const joined: BrandInfo = { ...acme, site_id: 1, relationship: 2 };
const made: LinkMade = {
  link_id: 1,
  code: "sale",
  mcid: "acme",
  brand_name: "Acme",
  target_url: "https://acme.example/",
  tracking_url: "https://go.example/track/sale",
  tracking_url_short: "https://go.example/s/sale",
  qr: "<svg/>",
  warnings: ["The target is not https: some browsers show a warning before they open it."],
};
const preview: LinkPreview = {
  code: 0,
  message: "ok",
  field: "",
  rule: null,
  limit: null,
  mcid: "acme",
  brand_name: "Acme",
  choices: [],
  warnings: [],
};
const portal = {
  "/user/profile": maya,
  "/site/list": { list: [], total: 0, next: null },
  "/brands/find": { list: [joined], total: 1, next: null },
  "/brands/info": joined,
  "/brands/coupons": { list: [], total: 0, next: null },
  "/tools/link_code": made,
  "/tools/link_preview": preview,
};

beforeEach(() => sessionStorage.clear());

const linkRequests = (calls: ReturnType<typeof mockPortal>) =>
  attributesOf(calls, "/tools/link_code");

/** The generator as its page shows it, which has the channel in its URL. */
function Page({ mcid, siteId }: { mcid?: string; siteId?: number }) {
  const [channel, setChannel] = useState(siteId);
  return <LinkGenerator mcid={mcid} siteId={channel} onChannel={setChannel} />;
}

async function openGenerator(siteId?: number) {
  renderInApp(<Page mcid="acme" siteId={siteId} />);
  return screen.findByDisplayValue("https://acme.example/");
}

test("a new link to the brand's shop is shown with its addresses, code and warnings", async () => {
  const answer = pendingAnswer<typeof made>();
  const calls = mockPortal({ ...portal, "/tools/link_code": answer.promise });
  await openGenerator();

  await userEvent.type(screen.getByLabelText(/Label 1/), "blog");
  await userEvent.dblClick(screen.getByRole("button", { name: "Create link" }));
  answer.resolve(made);

  expect(await screen.findByText("https://go.example/s/sale")).toBeTruthy();
  expect(screen.getByText("https://go.example/track/sale")).toBeTruthy();
  expect(screen.getByRole("img", { name: /QR code/ }).getAttribute("src")).toBe(
    "data:image/svg+xml,%3Csvg%2F%3E",
  );
  expect(screen.getByText(/The target is not https/)).toBeTruthy();
  const open = screen.getByRole("link", { name: "Open" });
  expect(open.getAttribute("href")).toBe("https://go.example/s/sale");
  expect(open.getAttribute("target")).toBe("_blank");
  expect(linkRequests(calls)).toEqual([
    { mcid: "acme", target_url: "https://acme.example/", site_id: 1, uid1: "blog" },
  ]);
});

test("the brand of a pasted page is filled in, and a page of no brand is said to be so", async () => {
  const calls = mockPortal({
    ...portal,
    "/tools/link_preview": ({ attributes }) =>
      String((attributes as { target_url: string }).target_url).includes("acme")
        ? preview
        : { ...preview, code: 20185, mcid: "", brand_name: "" },
  });
  renderInApp(<Page />);
  const target = await screen.findByLabelText(/Target URL/);

  await userEvent.click(target);
  await userEvent.paste("https://nobody.example/lamps");
  expect(await screen.findByText(/No brand accepts links to this page/)).toBeTruthy();

  await userEvent.clear(target);
  await userEvent.paste("acme.example/lamps");
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /Brand/ }).value).toBe("Acme"),
  );
  expect((target as HTMLInputElement).value).toBe("acme.example/lamps");
  expect(attributesOf(calls, "/tools/link_preview")).toContainEqual({
    target_url: "https://acme.example/lamps",
    site_id: "1",
  });
});

test("the link form refuses a page of another site without a request", async () => {
  const calls = mockPortal(portal);
  const target = await openGenerator();

  await userEvent.clear(target);
  await userEvent.type(target, "https://elsewhere.example/");
  await userEvent.tab();
  expect(await screen.findByText("Acme only accepts links to acme.example")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));

  expect(linkRequests(calls)).toEqual([]);
});

test.each([
  [20188, "Target URL"],
  [20203, "Target URL"],
  [20197, "Target URL"],
  [20100, "Target URL"],
  [20195, "Custom path"],
  [20067, "Custom path"],
  [20186, "Channel"],
  [20165, "Channel"],
  [20185, "Brand"],
  [20187, "Brand"],
  [20201, "Brand"],
  [20202, "Brand"],
])("error code %i of a new link is shown beside %s", async (code, label) => {
  const own: Record<number, string> = {
    20067: "is taken. Choose another path",
    20195: "A path has 3 to 64 letters",
    20187: "This channel has not joined Acme. Apply with it",
  };
  const data = label === "Target URL" ? { field: "attributes.target_url" } : null;
  mockPortal({ ...portal, "/tools/link_code": new Refusal(code, "Said beside the field", data) });
  await openGenerator();

  await userEvent.click(screen.getByRole("button", { name: "Create link" }));

  const field = screen.getByRole(/Brand|Channel/.test(label) ? "combobox" : "textbox", {
    name: new RegExp(label),
  });
  await waitFor(() => {
    const told =
      document.getElementById(field.getAttribute("aria-describedby") ?? "") ??
      field.closest(".mantine-InputWrapper-root");
    expect(told?.textContent).toContain(own[code] ?? "Said beside the field");
  });
});

test("a page typed in the link form survives a reload, until it is sent", async () => {
  mockPortal(portal);
  await openGenerator();
  await userEvent.type(screen.getByLabelText(/Note/), "for the gift guide");

  cleanup();
  await openGenerator();

  expect(screen.getByLabelText<HTMLInputElement>(/Note/).value).toBe("for the gift guide");
});

test("a created link survives a reload, until it is cleared", async () => {
  mockPortal(portal);
  await openGenerator();
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByText("https://go.example/s/sale");

  cleanup();
  await openGenerator();
  expect(screen.getByText("https://go.example/s/sale")).toBeTruthy();
  expect(document.activeElement).toBe(document.body);

  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.queryByText("https://go.example/s/sale")).toBeNull();
});

test("a failed attempt to make a link hides the link made before", async () => {
  let answer: LinkMade | Refusal = made;
  mockPortal({ ...portal, "/tools/link_code": () => answer });
  const target = await openGenerator();
  const create = screen.getByRole("button", { name: "Create link" });
  await userEvent.click(create);
  await screen.findByText("Your link is ready");

  answer = new Refusal(20067, "Custom path taken");
  await userEvent.click(create);
  await waitFor(() => expect(screen.queryByText("Your link is ready")).toBeNull());

  answer = made;
  await userEvent.click(create);
  await screen.findByText("Your link is ready");
  await userEvent.clear(target);
  await userEvent.type(target, "https://elsewhere.example/");
  await userEvent.click(create);
  await waitFor(() => expect(screen.queryByText("Your link is ready")).toBeNull());
});

const blog = { id: 2, name: "Blog", status: 1 } as Site;
const home = { id: 1, name: "example.com", status: 1, is_default: true } as Site;

test("a link is made for the chosen channel", async () => {
  const calls = mockPortal({
    ...portal,
    "/site/list": { list: [home, blog], total: 2, next: null },
  });
  await openGenerator();

  await userEvent.click(await screen.findByRole("combobox", { name: "Channel" }));
  await userEvent.click(await screen.findByRole("option", { name: "Blog" }));
  await userEvent.click(await screen.findByRole("button", { name: "Create link" }));

  expect(await screen.findByText("https://go.example/s/sale")).toBeTruthy();
  expect(linkRequests(calls)).toEqual([
    { mcid: "acme", target_url: "https://acme.example/", site_id: 2 },
  ]);
  expect(calls.filter(({ path }) => path === "/brands/info").at(-1)?.req.attributes).toEqual({
    mcid: "acme",
    site_id: 2,
  });
});

test("channel and brand in the URL take precedence over the draft of the link form", async () => {
  const calls = mockPortal({
    ...portal,
    "/site/list": { list: [home, blog], total: 2, next: null },
  });
  for (const name of ["link 1001 acme", "link 1001 "]) {
    sessionStorage.setItem(`draft ${name}`, JSON.stringify({ site_id: "2", note: "kept" }));
  }
  await openGenerator();
  expect(screen.getByLabelText<HTMLInputElement>(/Note/).value).toBe("kept");
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByText("https://go.example/s/sale");
  expect(linkRequests(calls)).toMatchObject([{ mcid: "acme", site_id: 1 }]);

  cleanup();
  sessionStorage.setItem(
    "draft link 1001 acme",
    JSON.stringify({ mcid: "other", note: "other's" }),
  );
  await openGenerator(2);
  expect(screen.getByLabelText<HTMLInputElement>(/Note/).value).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByText("https://go.example/s/sale");
  expect(linkRequests(calls).at(-1)).toMatchObject({ mcid: "acme", site_id: 2 });
});

test("the link form offers a channel that has not joined the brand to apply first", async () => {
  mockPortal({ ...portal, "/brands/info": { ...joined, relationship: 0 } });
  renderInApp(
    <LinkGenerator mcid="acme" application={({ name }) => <p>Apply to {name} first</p>} />,
  );

  expect(await screen.findByText("Apply to Acme first")).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Create link" });
  expect(button.disabled).toBe(true);
});

test("warnings about a link are shown while typing, before it is made", async () => {
  const warnings = ["Acme pays only for orders from DE."];
  const calls = mockPortal({
    ...portal,
    "/tools/link_preview": { ...preview, warnings },
  });
  const target = await openGenerator();
  expect(await screen.findByText("Acme pays only for orders from DE.")).toBeTruthy();

  const previews = () => calls.filter(({ path }) => path === "/tools/link_preview");
  const before = previews().length;
  typeAtOnce(target, "lamps");
  await waitFor(() =>
    expect(previews().at(-1)?.req.attributes).toMatchObject({
      mcid: "acme",
      target_url: "https://acme.example/lamps",
      site_id: "1",
    }),
  );
  expect(previews().length).toBe(before + 1);
  expect(linkRequests(calls)).toEqual([]);
});

test("the refusal of a link is shown before it is made", async () => {
  const refused = { ...preview, code: 20067, message: "Track has been used", field: "path" };
  mockPortal({ ...portal, "/tools/link_preview": refused });
  await openGenerator();
  expect(await screen.findByText(/is taken. Choose another path/)).toBeTruthy();
});

test("the warnings of a created link are shown once, until another link is begun", async () => {
  const [warning = ""] = made.warnings;
  mockPortal({
    ...portal,
    "/tools/link_preview": { ...preview, warnings: [warning] },
  });
  const target = await openGenerator();
  await screen.findByText(warning);
  await userEvent.click(screen.getByRole("button", { name: "Create link" }));
  await screen.findByText("https://go.example/s/sale");
  expect(screen.getAllByText(warning)).toHaveLength(1);

  await userEvent.type(target, "lamps");
  expect(await screen.findAllByText(warning)).toHaveLength(2);
});
