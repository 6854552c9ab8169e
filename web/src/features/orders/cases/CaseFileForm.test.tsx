import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { Refusal } from "@/api/call";
import type { CaseOutcome } from "@/api/gen/types.gen";
import { attributesOf, maya, mockPortal, renderInApp } from "@/testing/portal";
import { CaseFileForm } from "./CaseFileForm";

const list: CaseOutcome[] = [
  { row: 2, outcome: "created", case_id: 800001, field: null, reason: null },
  { row: 3, outcome: "unchanged", case_id: 800000, field: null, reason: null },
  {
    row: 4,
    outcome: "refused",
    case_id: null,
    field: "mcid",
    reason: "This brand does not exist",
  },
];
const answers = {
  "/user/profile": maya,
  "/reports/books_file": { url: "/files/abc.csv", name: "missing.csv", size: 9 },
  "/reports/cases_file": { list },
};

async function choose(container: HTMLElement) {
  await screen.findByRole("button", { name: "Open the cases" });
  const input = container.querySelector<HTMLInputElement>("input[type=file]");
  await userEvent.upload(input as HTMLInputElement, new File(["x"], "missing.csv"));
  await screen.findByText("missing.csv");
}

test("a file of cases opens them and says which lines were refused, and why", async () => {
  const calls = mockPortal(answers);
  const { container } = renderInApp(<CaseFileForm onClose={() => {}} />);
  const send = await screen.findByRole<HTMLButtonElement>("button", { name: "Open the cases" });
  expect(send.disabled).toBe(true);
  await choose(container);

  await userEvent.click(screen.getByRole("button", { name: "Open the cases" }));

  const table = within(await screen.findByRole("table", { name: "Lines that opened no case" }));
  const cells = table.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["4", "mcid", "This brand does not exist"]);
  expect(attributesOf(calls, "/reports/cases_file")).toEqual([{ file_url: "/files/abc.csv" }]);
});

test("a file that has no cases is refused with the reason, and another can be chosen", async () => {
  mockPortal({
    ...answers,
    "/reports/cases_file": new Refusal(21000, "line 1: there is no column 'kind'"),
  });
  const { container } = renderInApp(<CaseFileForm onClose={() => {}} />);
  await choose(container);

  await userEvent.click(screen.getByRole("button", { name: "Open the cases" }));

  await screen.findByText(/there is no column 'kind'/);
  await choose(container);
  expect(screen.queryByText(/there is no column/)).toBeNull();
});

test("an example names every column that it explains", async () => {
  mockPortal(answers);
  renderInApp(<CaseFileForm onClose={() => {}} />);

  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Save an example" });
  const [head = ""] = decodeURIComponent(link.href.split(",").slice(1).join(",")).split("\r\n");
  expect(head.split(",").sort()).toEqual(
    ["amount", "currency", "kind", "mcid", "note", "oid", "order_id", "order_time"].sort(),
  );
});
