import { expect, test } from "vitest";

import { linkRefusalText } from "./linkRefusalText";

test("refusals of links name labels as the screen does", () => {
  const refused = { code: 20104, message: "Uid2 cannot be longer than 100 characters" };
  expect(linkRefusalText({ ...refused, field: "uid2", rule: "too_long", limit: 100 })).toBe(
    "Label 2 cannot be longer than 100 characters",
  );
  const missing = { code: 20096, message: "Target URL is required" };
  expect(linkRefusalText({ ...missing, field: "target_url", rule: "required" })).toBe(
    "Target URL is required",
  );
});

test("a custom path that is taken or wrong says what to do", () => {
  const taken = { code: 20067, message: "Track has been used: choose another path than 'sale'" };
  expect(linkRefusalText(taken, "sale")).toBe("sale is taken. Choose another path");
  expect(linkRefusalText(taken)).toBe("Its custom path is taken. Choose another path");
  expect(linkRefusalText({ code: 20195, message: "Invalid track" })).toMatch(/^A path has 3 to 64/);
  expect(linkRefusalText({ code: 20197, message: "URL forbidden" })).toBe("URL forbidden");
});
