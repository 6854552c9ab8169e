import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Invitation, Site, TeamMember } from "@/api/gen/types.gen";
import type { User } from "@/api/user/roles";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { TeamPage } from "./TeamPage";

const own: TeamMember = {
  id: maya.id,
  username: "maya",
  nickname: "Maya",
  email: "maya.lindqvist@example.com",
  role: "owner",
  site_ids: null,
  with_money: true,
  two_step: true,
  joined_at: "2026-01-01T10:00:00Z",
  last_seen: "2026-11-27T10:00:00Z",
};
const kim: TeamMember = {
  ...own,
  id: 2,
  username: "kim",
  nickname: "",
  email: "kim@example.com",
  role: "analyst",
  two_step: false,
  last_seen: null,
};
const waiting: Invitation = {
  id: 9,
  email: "lee@example.com",
  role: "developer",
  site_ids: null,
  with_money: true,
  invited_by: "Maya",
  created_at: "2026-11-26T10:00:00Z",
  expires_at: "2099-12-03T10:00:00Z",
};

const CHANNELS = [
  { id: 1, name: "Kitchen" },
  { id: 7, name: "Garden" },
];

const renderTeam = (user: User = maya, members = [own, kim], invitations = [waiting]) => {
  const calls = mockPortal({
    "/user/profile": user,
    "/site/list": { list: CHANNELS as Site[], total: 2, next: null },
    "/user/team_list": { members, invitations },
    "/user/changes": { list: [] },
    "/user/team_invite": { id: 10 },
    "/user/team_role": null,
    "/user/team_remove": null,
    "/user/team_withdraw": null,
  });
  renderInApp(<TeamPage />);
  return calls;
};

beforeEach(() => sessionStorage.clear());

const act = async (name: string, item: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `Actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
};

test("somebody is invited with a role", async () => {
  const calls = renderTeam();
  await userEvent.click(await screen.findByRole("button", { name: "Invite somebody" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite somebody" });
  await userEvent.type(within(dialog).getByLabelText("Email"), "ana@example.com");
  await userEvent.click(within(dialog).getByRole("radio", { name: /Finance/ }));
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send invitation" }));

  expect(await screen.findByText("Invitation sent to ana@example.com")).toBeTruthy();
  expect(attributesOf(calls, "/user/team_invite")).toEqual([
    { email: "ana@example.com", role: "finance", with_money: true, password: "my own password" },
  ]);
});

test("a role is changed from the one that was seen", async () => {
  const calls = renderTeam();
  await act("kim", "Change role or channels");
  const dialog = await screen.findByRole("dialog", { name: "Role of kim" });
  await userEvent.click(within(dialog).getByRole("radio", { name: /Manager/ }));
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Change" }));

  expect(await screen.findByText("kim: Manager")).toBeTruthy();
  expect(attributesOf(calls, "/user/team_role")).toEqual([
    {
      id: 2,
      role: "manager",
      was: "analyst",
      site_ids: null,
      was_site_ids: null,
      with_money: true,
      was_with_money: true,
      password: "my own password",
    },
  ]);
});

test("an analyst is invited to one channel, without amounts", async () => {
  const calls = renderTeam();
  await userEvent.click(await screen.findByRole("button", { name: "Invite somebody" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite somebody" });
  await userEvent.type(within(dialog).getByLabelText("Email"), "ana@example.com");
  const [channels] = await within(dialog).findAllByLabelText("Channels");
  await userEvent.click(channels as HTMLElement);
  await userEvent.click(await screen.findByRole("option", { name: "Garden" }));
  await userEvent.click(within(dialog).getByRole("checkbox", { name: /Show amounts/ }));
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send invitation" }));

  expect(await screen.findByText("Invitation sent to ana@example.com")).toBeTruthy();
  expect(attributesOf(calls, "/user/team_invite")).toEqual([
    {
      email: "ana@example.com",
      role: "analyst",
      site_ids: [7],
      with_money: false,
      password: "my own password",
    },
  ]);
});

test("an owner sees which channels a member sees, and that there are no amounts", async () => {
  renderTeam(maya, [own, { ...kim, site_ids: [7], with_money: false }]);
  expect(await screen.findByText(/Sees Garden only · Without amounts/)).toBeTruthy();
});

test("an owner has no choice of channels, and only an analyst one of amounts", async () => {
  renderTeam();
  await userEvent.click(await screen.findByRole("button", { name: "Invite somebody" }));
  const dialog = await screen.findByRole("dialog", { name: "Invite somebody" });
  expect(await within(dialog).findAllByLabelText("Channels")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("radio", { name: /Manager/ }));
  expect(within(dialog).queryByRole("checkbox", { name: /Show amounts/ })).toBeNull();
  await userEvent.click(within(dialog).getByRole("radio", { name: /Owner/ }));
  expect(within(dialog).queryAllByLabelText("Channels")).toEqual([]);
});

test("an invitation is sent again with the owner's password", async () => {
  const calls = renderTeam();
  await act("lee@example.com", "Send again");
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText("Your password"), "my own password");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send invitation" }));

  expect(await screen.findByText("Invitation sent to lee@example.com")).toBeTruthy();
  expect(attributesOf(calls, "/user/team_invite")).toEqual([
    { email: "lee@example.com", role: "developer", with_money: true, password: "my own password" },
  ]);
});

test("an owner neither transfers to nor removes themselves", async () => {
  renderTeam();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for Maya" }));
  expect(await screen.findByRole("menuitem", { name: "Change role or channels" })).toBeTruthy();
  expect(screen.queryByRole("menuitem", { name: "Remove" })).toBeNull();
  expect(screen.queryByRole("menuitem", { name: "Transfer ownership" })).toBeNull();
});

test("the only owner reads why they cannot leave", async () => {
  renderTeam();
  expect(await screen.findByText(/As long as nobody else has been an owner/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Leave the team" })).toBeNull();
});

test("a member sees the others, and can only leave", async () => {
  const member = { ...maya, id: 2, roles: ["analyst"], permissions: ["team.read"] } as User;
  renderTeam(member, [{ ...own, two_step: null, last_seen: null }, kim], []);
  expect(await screen.findByText("Maya")).toBeTruthy();
  expect(screen.queryByText("Invitations")).toBeNull();
  expect(screen.queryByRole("button", { name: /Actions for/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Leave the team" })).toBeTruthy();
});
