import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { AvatarField } from "./AvatarField";
import { CompanyPanel } from "./CompanyPanel";
import { KitsPanel } from "./KitsPanel";
import { MailsPanel } from "./MailsPanel";
import { ReportsPanel } from "./ReportsPanel";
import { YouPanel } from "./YouPanel";

const owner: User = {
  ...maya,
  permissions: ["account.edit"],
  phone: "+442079460018",
  company: null,
  currency_fixed: false,
  counting: null,
  notifications: {
    payments: true,
    brands: true,
    links: true,
    news: false,
    alerts: true,
    alert_mails: { tracking_stopped: "at_once", coupon_ended: "daily", sums: false },
  },
  media_kits: [
    {
      id: 5,
      site_id: null,
      file_url: "/files/a.pdf",
      name: "Kit.pdf",
      size: 482_113,
      created_at: "2026-11-20T10:00:00Z",
      download_url: "/files/a.pdf?ticket=x",
    },
  ],
};
const portal = {
  "/user/profile": owner,
  "/user/edit": null,
  "/user/avatar_edit": null,
  "/user/media_kit_edit": null,
  "/user/media_kit_del": null,
  "/site/list": { list: [], total: 0, next: null },
  "/common/upload": { url: "/files/b.png", name: "me.png", size: 9 },
  "/common/regions": { list: [], total: 0 },
};
const changes = (calls: ReturnType<typeof mockPortal>) =>
  calls.filter(({ path }) => path.endsWith("_edit") || path === "/user/edit");
const picture = new File(["x"], "me.png", { type: "image/png" });

async function choose(file: File) {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no file can be selected");
  await userEvent.upload(input, file);
}

test("saving the profile removes an emptied field and keeps the others", async () => {
  const calls = mockPortal(portal);
  renderInApp(<YouPanel />);

  await userEvent.clear(await screen.findByLabelText(/^Phone/));
  await userEvent.click(screen.getByRole("button", { name: "Save details" }));

  await expect
    .poll(() => changes(calls)[0]?.req.attributes)
    .toEqual({ nickname: "Maya", phone: " " });
});

test("the refusal of a phone number is shown beside its field", async () => {
  const refusal = new Refusal(21000, "This is no number", { field: "attributes.phone" });
  mockPortal({ ...portal, "/user/edit": refusal });
  renderInApp(<YouPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Save details" }));

  const field = screen.getByLabelText(/^Phone/);
  await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
});

test("a company in the profile needs a name and a country", async () => {
  const calls = mockPortal(portal);
  renderInApp(<CompanyPanel />);

  await userEvent.type(await screen.findByLabelText(/^City/), "Bristol");
  await userEvent.click(screen.getByRole("button", { name: "Save publisher" }));

  expect(await screen.findByText("Company name is required")).toBeTruthy();
  expect(screen.getByText("Company country is required")).toBeTruthy();
  expect(changes(calls)).toEqual([]);
});

test("a profile picture is uploaded, then set", async () => {
  const calls = mockPortal(portal);
  renderInApp(<AvatarField />);
  await screen.findByRole("button", { name: "Choose a picture" });

  await choose(picture);

  await expect.poll(() => changes(calls)[0]?.req.attributes).toEqual({ avatar: "/files/b.png" });
});

test("the reason for the refusal of a profile picture is shown below it", async () => {
  const data = { field: "file", rule: "not_an_image" };
  mockPortal({ ...portal, "/common/upload": new Refusal(21000, "`file` must be an image", data) });
  renderInApp(<AvatarField />);
  await screen.findByRole("button", { name: "Choose a picture" });

  await choose(picture);

  expect((await screen.findByText("The file must be an image")).role).toBe("alert");
});

test("a profile picture that is too large is not uploaded", async () => {
  const calls = mockPortal(portal);
  renderInApp(<KitsPanel />);
  await screen.findByText("Kit.pdf");

  await choose(
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], "kit.pdf", { type: "application/pdf" }),
  );

  expect(await screen.findByText("A file cannot be larger than 5 MiB")).toBeTruthy();
  expect(calls.map(({ path }) => path)).not.toContain("/common/upload");
});

test("a media kit is deleted after a confirmation", async () => {
  const calls = mockPortal(portal);
  renderInApp(<KitsPanel />);

  await userEvent.click(await screen.findByRole("button", { name: "Delete Kit.pdf" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));

  await expect
    .poll(() => calls.find(({ path }) => path === "/user/media_kit_del")?.req.attributes)
    .toEqual({ id: 5 });
});

test("a notification switch is saved when it is turned, and leaves the others", async () => {
  const calls = mockPortal(portal);
  renderInApp(<MailsPanel />);

  await userEvent.click(await screen.findByRole("switch", { name: /^Brands/ }));

  await expect
    .poll(() => changes(calls)[0]?.req.attributes)
    .toEqual({ notifications: { ...owner.notifications, brands: false } });
});

test("mails about payments and cases can be turned off", async () => {
  const calls = mockPortal(portal);
  renderInApp(<MailsPanel />);

  await userEvent.click(await screen.findByRole("switch", { name: /^Payments and cases/ }));

  await expect
    .poll(() => changes(calls)[0]?.req.attributes)
    .toEqual({ notifications: { ...owner.notifications, payments: false } });
});

test("each kind of alert is mailed at once, daily or not, and the others stay", async () => {
  const calls = mockPortal(portal);
  renderInApp(<MailsPanel />);

  await userEvent.click(
    await screen.findByRole("combobox", { name: "A coupon that you use has ended" }),
  );
  await userEvent.click(await screen.findByRole("option", { name: "Off" }));

  const alert_mails = { tracking_stopped: "at_once", coupon_ended: "off", sums: false };
  await expect
    .poll(() => changes(calls)[0]?.req.attributes)
    .toEqual({ notifications: { ...owner.notifications, alert_mails } });
  expect(await screen.findByText("Email notifications saved")).toBeTruthy();
  expect(screen.getByText(/broken links and failing postbacks are chosen above/)).toBeTruthy();
});

test("mails of alerts can be turned off, which hides their kinds", async () => {
  const notifications = { ...owner.notifications, alerts: false };
  const calls = mockPortal({ ...portal, "/user/profile": { ...owner, notifications } });
  renderInApp(<MailsPanel />);

  await userEvent.click(await screen.findByRole("switch", { name: /^Alerts/ }));

  await expect
    .poll(() => changes(calls)[0]?.req.attributes)
    .toEqual({ notifications: owner.notifications });
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("a report currency that is fixed cannot be changed, and is not sent", async () => {
  const calls = mockPortal({ ...portal, "/user/profile": { ...owner, currency_fixed: true } });
  renderInApp(<ReportsPanel />);

  expect(
    (await screen.findByRole<HTMLInputElement>("combobox", { name: "Currency" })).disabled,
  ).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Save report settings" }));

  await expect.poll(() => changes(calls)[0]?.req.attributes).toEqual({ time_zone: "UTC" });
});

test("the time zone cannot be changed while figures are recalculated", async () => {
  const counting = { time_zone: "Asia/Tokyo", done: 3, months: 12 };
  mockPortal({ ...portal, "/user/profile": { ...owner, counting } });
  renderInApp(<ReportsPanel />);

  expect(await screen.findByText(/Asia\/Tokyo: 3 of 12 months/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Time zone" }).disabled).toBe(true);
});

test("recalculating in the same zone says that reports stay as they were", async () => {
  const counting = { time_zone: owner.time_zone, done: 3, months: 12 };
  mockPortal({ ...portal, "/user/profile": { ...owner, counting } });
  renderInApp(<ReportsPanel />);

  expect(await screen.findByText(/reports show the figures as they were/)).toBeTruthy();
});

test("a profile that may not be changed says so", async () => {
  mockPortal({ ...portal, "/user/profile": { ...owner, permissions: [] } });
  renderInApp(<YouPanel />);

  const button = await screen.findByRole("button", { name: "Save details" });
  expect(button.closest("fieldset")?.disabled).toBe(true);
});

test("profile errors of a person use the labels on screen, even those from the portal", async () => {
  const company = { entity: "person", name: null, country: "Sweden" } as unknown as User["company"];
  mockPortal({
    ...portal,
    "/user/profile": { ...owner, company },
    "/user/edit": new Refusal(20053, "Company country cannot be longer than 100 characters", {
      field: "attributes.company.country",
      rule: "too_long",
      limit: 100,
    }),
  });
  renderInApp(<CompanyPanel />);
  await userEvent.click(await screen.findByRole("button", { name: "Save publisher" }));
  expect(await screen.findByText("Your name is required")).toBeTruthy();

  await userEvent.type(screen.getByLabelText("Your name"), "Maya");
  await userEvent.click(screen.getByRole("button", { name: "Save publisher" }));
  expect(await screen.findByText("Country cannot be longer than 100 characters")).toBeTruthy();
});
