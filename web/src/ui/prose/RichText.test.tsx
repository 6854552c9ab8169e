import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderInApp } from "@/testing/portal";

import { RichText } from "./RichText";

test("formatting marks become headings, lists, bold words and links", async () => {
  renderInApp(
    <RichText
      text={
        "First line\nof **one** paragraph.\n\n## Steps\n1. Open [brands](/brands/find?status=0)\n2. Apply\n- `uid1`"
      }
    />,
  );

  expect(await screen.findByRole("heading", { name: "Steps", level: 2 })).toBeTruthy();
  expect(screen.getByText("one").tagName).toBe("STRONG");
  const [steps, points] = screen.getAllByRole("list");
  expect(within(steps as HTMLElement).getAllByRole("listitem")).toHaveLength(2);
  expect(within(points as HTMLElement).getByText("uid1").tagName).toBe("CODE");
  const link = screen.getByRole("link", { name: "brands" });
  expect(link.getAttribute("href")).toBe("/brands/find?status=0");
});

test("stress, code in a link and code in bold words show no marks, and a product stays one", async () => {
  renderInApp(
    <RichText
      text={"Tick *Read reports*, run [`portal-client listen`](/help) or **`make`**: 2 * 3 * 4"}
    />,
  );

  const text = (await screen.findByText("Read reports")).closest("p");
  expect(text?.textContent).toBe("Tick Read reports, run portal-client listen or make: 2 * 3 * 4");
  expect(screen.getByText("Read reports").tagName).toBe("EM");
  expect(screen.getByRole("link", { name: "portal-client listen" })).toBeTruthy();
});

test("code between fences has a button that copies it", async () => {
  renderInApp(<RichText text={"```\nmake run\n```"} />);

  expect(await screen.findByRole("button", { name: "Copy the code" })).toBeTruthy();
});

test("code between fences stays as it is written", async () => {
  renderInApp(<RichText text={"Before\n```python\nfor a in b:\n\n    print(**a**)\n```\nAfter"} />);

  const code = await screen.findByText(/for a in b/);
  expect(code.textContent).toBe("for a in b:\n\n    print(**a**)");
  expect(screen.getByText("After").tagName).toBe("P");
});

test("HTML in a text stays text, and a script URL becomes no link", async () => {
  renderInApp(
    <RichText
      text={
        "<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](//evil.example) [c](https://example.com)"
      }
    />,
  );

  expect(await screen.findByText(/<img src=x/)).toBeTruthy();
  expect(document.querySelector("img")).toBeNull();
  expect(screen.getAllByRole("link").map((each) => each.getAttribute("href"))).toEqual([
    "https://example.com",
  ]);
  expect(screen.getByRole("link", { name: "c" }).getAttribute("rel")).toContain("noopener");
});
