import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import type { Brand } from "@/api/gen/types.gen";
import { maya, mockPortal, renderInApp } from "@/testing/portal";

import { ChannelBrandSelect } from "./ChannelBrandSelect";

const brands = [
  { mcid: "acme", name: "Acme", relationship: 2 },
  { mcid: "loomfield", name: "Loomfield", relationship: 2 },
] as Brand[];

test("Enter in the brand field chooses the matching brand, and does not send the form", async () => {
  mockPortal({
    "/user/profile": maya,
    "/brands/find": { list: brands, total: 2, next: null },
  });
  const onChange = vi.fn();
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  renderInApp(
    <form ref={(form) => form?.addEventListener("submit", onSubmit)}>
      <ChannelBrandSelect label="Brand" value={null} onChange={onChange} />
    </form>,
  );
  const field = await screen.findByRole("combobox", { name: "Brand" });
  await userEvent.click(field);
  await screen.findByRole("option", { name: "Loomfield" });

  await userEvent.keyboard("nobody{Enter}");
  expect(onChange).not.toHaveBeenCalled();

  await userEvent.clear(screen.getByRole("combobox", { name: "Brand" }));
  await userEvent.keyboard("loom{Enter}");
  expect(onChange.mock.lastCall?.[0]).toBe("loomfield");
  expect(onSubmit).not.toHaveBeenCalled();
});
