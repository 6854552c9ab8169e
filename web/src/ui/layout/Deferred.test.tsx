import { render, screen, waitFor } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { expect, test } from "vitest";

import { Deferred, isDeferred } from "./Deferred";

test("the skeleton stays until a deferred page is rendered", async () => {
  const skeleton = document.createElement("div");
  skeleton.id = "first";
  document.body.append(skeleton);
  const states: boolean[][] = [];
  function Around() {
    useLayoutEffect(() => {
      states.push([isDeferred(document.body), skeleton.isConnected]);
    });
    return (
      <Deferred>
        <main>Orders</main>
      </Deferred>
    );
  }

  render(<Around />);

  expect(states).toEqual([[true, true]]);
  expect(await screen.findByText("Orders")).toBeTruthy();
  await waitFor(() => expect(skeleton.isConnected).toBe(false));
  expect(isDeferred(document.body)).toBe(false);
});
