import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderInApp } from "@/testing/portal";

import { AddressText } from "./AddressText";

const PAGE = "https://www.shop.example/garden/lamps?product=1";

test("a long URL is shortened in one place, and its title shows all of it", async () => {
  renderInApp(<AddressText url={PAGE} width={120} />);

  const address = await screen.findByTitle(PAGE);
  const [start, end] = [...address.children] as HTMLElement[];
  expect(address.textContent).toBe("www.shop.example/garden/lamps?product=1");
  expect(end?.textContent).toBe("?product=1");
  expect(start?.dataset.truncate).toBe("end");
  expect(end?.dataset.truncate).toBe("end");
});

test.each([
  ["https://demo.example/shop/loomfield", ["/shop", "/loomfield"]],
  ["https://demo.example/loomfield", ["/loomfield"]],
  ["https://demo.example/shop?page=2&brand=tinsmith", ["/shop?page=2", "&brand=tinsmith"]],
  ["https://demo.example/a/lamps", ["/a", "/lamps"]],
])("the last part of %s is kept", async (url, parts) => {
  renderInApp(<AddressText url={url} width={120} path />);

  const address = await screen.findByTitle(url);
  expect([...address.children].map(({ textContent }) => textContent)).toEqual(parts);
});

test.each([
  [PAGE, "/garden/lamps?product=1"],
  ["https://shop.example/", "shop.example"],
  ["http://shop.example:8080", "shop.example:8080"],
  ["https://shop.example?product=1", "?product=1"],
])("a URL without its host, %s, is shown as %s", async (url, shown) => {
  renderInApp(<AddressText url={url} width={400} path />);

  expect((await screen.findByTitle(url)).textContent).toBe(shown);
});
