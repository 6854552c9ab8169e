import { describe, expect, test } from "vitest";
import { linkHtml, placedUrl } from "./linkHtml";

describe("a link as HTML", () => {
  test("the HTML of a link asks the browser to send the page as referrer", () => {
    expect(linkHtml("https://p.example/s/abc", "Kettle & Keel")).toBe(
      '<a href="https://p.example/s/abc" rel="sponsored" referrerpolicy="no-referrer-when-downgrade">Kettle &amp; Keel</a>',
    );
  });

  test("the HTML of a link has the placement in its URL", () => {
    expect(placedUrl("https://p.example/s/abc", " top bar ")).toBe(
      "https://p.example/s/abc?pl=top%20bar",
    );
    expect(placedUrl("https://p.example/s/abc", " ")).toBe("https://p.example/s/abc");
  });

  test("text in the HTML of a link cannot break out of its attribute", () => {
    expect(linkHtml('https://p.example/"><script>', "<b>")).not.toContain("<script>");
  });
});
