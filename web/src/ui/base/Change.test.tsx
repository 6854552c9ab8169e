import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { renderInApp } from "@/testing/portal";
import { Change } from "./Change";

const words = { up: "up", down: "down", same: "no change", new: "new" };

test.each([
  [0.1234, "↑ +12.3% up"],
  [-1, "↓ −100% down"],
  [9.99, "↑ +999% up"],
  [3225.24, "↑ >999% up"],
  [-12, "↓ >999% down"],
  [0, "no change"],
  [null, "new"],
])("a relative change of %s is shown as %s", async (change, text) => {
  renderInApp(
    <main>
      <Change change={change} words={words} />
    </main>,
  );
  expect((await screen.findByRole("main")).textContent).toBe(text);
});
