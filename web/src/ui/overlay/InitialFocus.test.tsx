import { TextInput } from "@mantine/core";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";

import { renderInApp } from "@/testing/portal";

import { LazyDrawer } from "./LazyDrawer";

/** A drawer whose form appears later, as when its code or data is loading. */
function Late({ onClose }: { onClose: () => void }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      <LazyDrawer shown="new" title="Add channel" onClose={onClose}>
        {loaded && <TextInput label="Name" data-autofocus />}
      </LazyDrawer>
      <button type="button" onClick={() => setLoaded(true)}>
        Load
      </button>
    </>
  );
}

test("typing before a drawer's form is loaded keeps the drawer open, and the field then gets the focus", async () => {
  const close = vi.fn();
  renderInApp(<Late onClose={close} />);
  const drawer = await screen.findByRole("dialog", { name: "Add channel" });
  await expect.poll(() => document.activeElement).toBe(drawer);

  await userEvent.keyboard("My blog{Enter}");
  expect(close).not.toHaveBeenCalled();

  screen.getByText("Load").click();
  const field = await screen.findByLabelText<HTMLInputElement>("Name");
  await expect.poll(() => document.activeElement).toBe(field);
  await userEvent.keyboard("My blog");
  expect(field.value).toBe("My blog");
  expect(close).not.toHaveBeenCalled();
});
