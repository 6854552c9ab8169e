import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Refusal } from "@/api/call";
import { NOT_FOUND, STATE_FORBIDS } from "@/api/gen/codes.gen";
import type { AgentRequest, AgentRequestRow } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { AppRequest } from "./AppRequest";
import { ConnectedAppsPanel } from "./ConnectedAppsPanel";
import { plainText } from "./requestState";

const request: AgentRequest = {
  id: 7,
  app: "Claude",
  path: "/tools/link_edit",
  state: "pending",
  created_at: "2026-11-28T10:00:00Z",
  expires_at: "2026-11-29T10:00:00Z",
  decided_at: null,
  outcome: null,
  goes_to: "claude.example",
  arguments: { attributes: { link_id: 3, target_url: "https://new.example/", path: null } },
  changes: [
    {
      subject: "Loomfield · abc",
      field: "target_url",
      before: "https://old.example/",
      after: "https://new.example/",
    },
    { subject: "Loomfield · abc", field: "retired", before: "no", after: "yes" },
    { subject: "Loomfield · abc", field: "note", before: null, after: "New" },
  ],
  changes_total: 3,
};
const decided_at = "2026-11-28T11:00:00Z";
const made = { code: 0, message: "ok", refused: [] };
const show = (changes: Partial<AgentRequest> = {}) => {
  const calls = mockPortal({
    "/user/profile": maya,
    "/agents/request_info": { ...request, ...changes },
    "/agents/request_decide": { state: "approved", outcome: made },
  });
  renderInApp(<AppRequest id={7} />);
  return calls;
};

test("a request says who asks, what would change, and the arguments", async () => {
  show();

  expect(
    await screen.findByRole("heading", { name: "“Claude” asks to change a link" }),
  ).toBeTruthy();
  expect(screen.getByText("Waits for you")).toBeTruthy();
  expect(screen.getByText("claude.example")).toBeTruthy();
  const rows = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    "Loomfield · abcTargetbefore https://old.example/after https://new.example/",
    "Loomfield · abcRetiredbefore Noafter Yes",
    "Loomfield · abcNotebefore emptyafter New",
  ]);
  expect(screen.getByText(/"link_id": 3/).textContent).not.toContain("path");
});

test.each([
  ["Approve", true],
  ["Decline", false],
])("%s decides once", async (name, approve) => {
  let now: AgentRequest = request;
  const state = approve ? "approved" : "declined";
  const outcome = approve ? made : null;
  const calls = mockPortal({
    "/user/profile": maya,
    "/agents/request_info": () => now,
    "/agents/request_decide": () => {
      now = { ...request, state, outcome, decided_at };
      return { state, outcome };
    },
  });
  renderInApp(<AppRequest id={7} />);

  await userEvent.dblClick(await screen.findByRole("button", { name }));

  expect(await screen.findByText(approve ? "Approved" : "Declined")).toBeTruthy();
  expect(attributesOf(calls, "/agents/request_decide")).toEqual([{ id: 7, approve }]);
});

test("a request that was decided elsewhere is loaded as it is now", async () => {
  let now: AgentRequest = request;
  mockPortal({
    "/user/profile": maya,
    "/agents/request_info": () => now,
    "/agents/request_decide": () => {
      now = { ...request, state: "declined", decided_at };
      return new Refusal(STATE_FORBIDS, "This request was declined already");
    },
  });
  renderInApp(<AppRequest id={7} />);

  await userEvent.click(await screen.findByRole("button", { name: "Approve" }));

  expect(await screen.findByText("You declined it. Nothing was changed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test.each<[Partial<AgentRequest>, string, string]>([
  [
    { state: "approved", outcome: made, decided_at },
    "Approved",
    "You approved it, and it was done.",
  ],
  [
    { state: "approved", outcome: { ...made, code: 21009, message: "Not found" }, decided_at },
    "Could not be done",
    "Not found",
  ],
  [
    { state: "approved", outcome: { ...made, refused: ["loomfield: Offline"] }, decided_at },
    "Approved",
    "loomfield: Offline",
  ],
  [{ state: "declined", decided_at }, "Declined", "You declined it. Nothing was changed."],
  [
    { state: "expired" },
    "Expired",
    "Nobody decided it within 24 hours. Ask the agent to make it again.",
  ],
  [{ state: "ended" }, "Ended", "The connection of this app has ended, and its requests with it."],
])("a request that ended (%o) says how, and cannot be decided", async (changes, label, told) => {
  show(changes);

  expect(await screen.findByText(label)).toBeTruthy();
  expect(screen.getByText(told)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("changes beyond those that are shown are counted", async () => {
  show({ changes_total: 40 });

  expect(await screen.findByText("and 37 more, which the arguments name")).toBeTruthy();
});

test("a request that names what is not there says so", async () => {
  show({ changes: [], changes_total: 0 });

  expect(await screen.findByText(/Nothing: what the request names/)).toBeTruthy();
});

test.each([undefined, 9])(
  "a page of another's request, or of none (%s), shows nothing of it",
  async (id) => {
    mockPortal({
      "/user/profile": maya,
      "/agents/request_info": new Refusal(NOT_FOUND, "Not found"),
    });
    renderInApp(<AppRequest id={id} />);

    expect(await screen.findByText("This request is not here")).toBeTruthy();
  },
);

test("staff who are signed in as somebody see no request", async () => {
  const calls = mockPortal({ "/user/profile": { ...maya, impersonated_by: "Ola" } });
  renderInApp(<AppRequest id={7} />);

  expect(await screen.findByText("Only the person can decide what an app asks for")).toBeTruthy();
  expect(attributesOf(calls, "/agents/request_info")).toEqual([]);
});

test("characters that nobody sees are shown as their codes", () => {
  expect(plainText("a\u202eb\u200bc")).toBe("a\\u202eb\\u200bc");
  expect(plainText("Zoë · 東京")).toBe("Zoë · 東京");
});

test("the connected apps list what they asked for, and how many requests wait", async () => {
  const { goes_to: _, arguments: __, changes: ___, changes_total: ____, ...row } = request;
  const list: AgentRequestRow[] = [row, { ...row, id: 6, state: "declined", decided_at }];
  mockPortal({
    "/user/profile": maya,
    "/user/app_list": { list: [], total: 0 },
    "/agents/requests": { list, total: 2 },
  });
  renderInApp(<ConnectedAppsPanel />);

  expect(await screen.findByText("1 request waits for you")).toBeTruthy();
  const [link] = screen.getAllByRole("link", { name: "“Claude” asks to change a link" });
  expect(link?.getAttribute("href")).toBe("/agents/7");
  expect(screen.getByText("Declined")).toBeTruthy();
});
