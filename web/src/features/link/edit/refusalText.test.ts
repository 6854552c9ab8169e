import { expect, test } from "vitest";

import { labelText, refusalText } from "./refusalText";

test("labels are called what the screen calls them", () => {
  expect(labelText("Uid2 cannot be longer than 100 characters")).toBe(
    "Label 2 cannot be longer than 100 characters",
  );
  expect(labelText("Target URL is required")).toBe("Target URL is required");
});

test("a custom path that is taken or wrong says what to do", () => {
  const taken = { code: 20067, message: "Track has been used: choose another path than 'sale'" };
  expect(refusalText(taken, "sale")).toBe("sale is taken. Choose another path");
  expect(refusalText(taken)).toBe("Its custom path is taken. Choose another path");
  expect(refusalText({ code: 20195, message: "Invalid track" })).toMatch(/^A path has 3 to 64/);
  expect(refusalText({ code: 20197, message: "URL forbidden" })).toBe("URL forbidden");
});
