import { expect, test } from "vitest";

import { keepRows, parseRows, readHeadings, toCsv } from "./linkRows";

test("takes a page per line, with a label and a note if they are given", () => {
  expect(parseRows("https://a.example/1\r\n\nhttps://a.example/2,blog,mine\n")).toEqual([
    { target_url: "https://a.example/1" },
    { target_url: "https://a.example/2", uid1: "blog", note: "mine" },
  ]);
});

test.each([",", ";", "\t"])("takes columns by name, separated by %j", (sign) => {
  const text = [
    ["uid2", "Target_URL", "other", "mcid"].join(sign),
    ["two", `"https://a.example/?q=""x""${sign}y"`, "?", "acme"].join(sign),
  ].join("\n");

  expect(parseRows(text)).toEqual([
    { uid2: "two", target_url: `https://a.example/?q="x"${sign}y`, mcid: "acme" },
  ]);
});

test("says which headings are not recognised, and takes none of them for an address", () => {
  const strange = "Landing page,Label\nhttps://a.example/1,blog\n";
  expect(parseRows(strange)).toEqual([]);
  expect(readHeadings(strange)).toEqual({ readable: false, unknown: ["Landing page", "Label"] });
  const alone = "Landing page\nhttps://a.example/1\n";
  expect(readHeadings(alone)).toEqual({ readable: false, unknown: ["Landing page"] });
  const other = "target_url;Other;mcid\nhttps://a.example/1;x;acme\n";
  expect(readHeadings(other)).toEqual({ readable: true, unknown: ["Other"] });
  for (const plain of ["", "https://a.example/1,blog", "a.example", "nonsense"])
    expect(readHeadings(plain)).toEqual({ readable: true, unknown: [] });
  expect(parseRows("nonsense")).toHaveLength(1);
});

test("takes a coupon with a page", () => {
  expect(parseRows("target_url,mcid,coupon\nhttps://a.example/1,acme,TENOFF\n")).toEqual([
    { target_url: "https://a.example/1", mcid: "acme", coupon: "TENOFF" },
  ]);
});

test("keeps a row without a target, so that the portal can say what is wrong with it", () => {
  expect(parseRows("mcid,target_url\nacme,\n")).toEqual([{ target_url: "", mcid: "acme" }]);
  expect(parseRows("")).toEqual([]);
});

test("completes an address as people type it", () => {
  expect(parseRows("www.a.example/1")).toEqual([{ target_url: "https://www.a.example/1" }]);
});

test("keeps the rows that were refused, as they were written", () => {
  const plain = "https://a.example/1\n\nhttps://a.example/2,blog\nhttps://a.example/3";
  expect(keepRows(plain, [2])).toBe("https://a.example/2,blog");
  const named = 'note;target_url\none;https://a.example/1\n"two; ""2""";https://a.example/2\n';
  expect(keepRows(named, [2])).toBe('note;target_url\n"two; ""2""";https://a.example/2');
  expect(parseRows(keepRows(named, [2]))).toEqual(parseRows(named).slice(1));
  expect(keepRows(named, [])).toBe("");
});

test("writes the outcome of each row, and no formula", () => {
  const row = { row: 1, code: 20188, message: 'Not "it"', field: "target_url", link: null };

  const [, line] = toCsv([{ ...row, target_url: "=1+1" }]).split("\r\n");

  expect(line).toBe('"1","\'=1+1","20188","Not ""it""","target_url","","",""');
});
