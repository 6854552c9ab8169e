import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { User } from "@/api/user/roles";
import { maya, mockPortal, renderInApp } from "@/testing/portal";
import { BookList } from "./BookList";

const renderList = (user: User) => {
  mockPortal({ "/user/profile": user, "/reports/books_list": { list: [], total: 0, next: null } });
  renderInApp(<BookList search={{}} zone="UTC" onSearch={() => {}} />);
};

test("an owner without comparisons is offered to compare a file", async () => {
  renderList(maya);
  expect(await screen.findByRole("button", { name: "Compare a file" })).toBeTruthy();
});

test("a role that cannot compare files reads what is listed, and has no button", async () => {
  renderList({ ...maya, roles: ["analyst"], permissions: ["report.read"] } as User);
  expect(await screen.findByText(/managers and owners of your team/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Compare a file" })).toBeNull();
});
