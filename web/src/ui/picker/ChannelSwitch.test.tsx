import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { Site } from "@/api/gen/types.gen";
import { maya, mockPortal, pendingAnswer, renderInApp } from "@/testing/portal";

import { ChannelSwitch } from "./ChannelSwitch";

const home = { id: 1, name: "example.com", status: 1 } as Site;
const blog = { id: 2, name: "Blog", status: 1 } as Site;
const fresh = { id: 3, name: "Fresh", status: 0 } as Site;

const portal = (...list: Site[]) => ({
  "/user/profile": maya,
  "/site/list": { list, total: list.length, next: null },
});
const options = () => screen.getAllByRole("option").map(({ textContent }) => textContent);
const selectedText = () =>
  screen.getByRole<HTMLSelectElement>("combobox").selectedOptions[0]?.textContent;

test("an account with a single channel gets no channel switch", async () => {
  const calls = mockPortal(portal(home));
  renderInApp(<ChannelSwitch value={undefined} onChange={() => {}} />);

  await expect.poll(() => calls.map(({ path }) => path)).toContain("/site/list");
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("the channel switch takes its space before the channels are loaded", async () => {
  const { promise, resolve } = pendingAnswer<ReturnType<typeof portal>["/site/list"]>();
  mockPortal({ "/user/profile": { ...maya, site_count: 2 }, "/site/list": promise });
  renderInApp(<ChannelSwitch value={undefined} onChange={() => {}} />);

  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Channel" });
  expect([options(), choice.disabled]).toEqual([["example.com"], true]);
  resolve(portal(home, blog)["/site/list"]);

  await expect.poll(options).toEqual(["example.com", "Blog"]);
  expect(choice.disabled).toBe(false);
});

test("the default channel is left out of the URL, and another channel is given by its number", async () => {
  mockPortal(portal(home, blog, fresh));
  const picked: unknown[] = [];
  renderInApp(<ChannelSwitch value={undefined} onChange={(id) => void picked.push(id)} />);
  const choice = await screen.findByRole("combobox", { name: "Channel" });

  expect([options(), selectedText()]).toEqual([
    ["example.com", "Blog", "Fresh (not approved)"],
    "example.com",
  ]);
  await userEvent.selectOptions(choice, "Blog");
  await userEvent.selectOptions(choice, "example.com");

  expect(picked).toEqual([2, undefined]);
});

test("reports start with all channels, and say how many a filter has chosen", async () => {
  mockPortal(portal(home, blog));
  const picked: unknown[] = [];
  const { unmount } = renderInApp(
    <ChannelSwitch all value={undefined} onChange={(id) => void picked.push(id)} />,
  );
  const choice = await screen.findByRole("combobox");
  expect([options(), selectedText()]).toEqual([
    ["All channels", "example.com", "Blog"],
    "All channels",
  ]);
  await userEvent.selectOptions(choice, "example.com");
  expect(picked).toEqual([1]);
  unmount();

  renderInApp(<ChannelSwitch all value={1} several={2} onChange={() => {}} />);
  await screen.findByRole("combobox");
  expect(selectedText()).toBe("2 channels");
});

test("the channel switch shows a deleted channel as unknown, beside the others", async () => {
  mockPortal(portal(home));
  renderInApp(<ChannelSwitch value={99} onChange={() => {}} />);

  await screen.findByRole("combobox");
  expect([options(), selectedText()]).toEqual([
    ["Unknown channel", "example.com"],
    "Unknown channel",
  ]);
});
