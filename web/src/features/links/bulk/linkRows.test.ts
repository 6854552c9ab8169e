import { expect, test } from "vitest";

import { completeRows, keepRows, parseRows, readHeadings, toCsv } from "./linkRows";

test("a line of bulk links is a page, with an optional label and note", () => {
  expect(parseRows("https://a.example/1\r\n\nhttps://a.example/2,blog,mine\n")).toEqual([
    { target_url: "https://a.example/1" },
    { target_url: "https://a.example/2", uid1: "blog", note: "mine" },
  ]);
});

test.each([",", ";", "\t"])("columns of bulk links separated by %j are matched by name", (sign) => {
  const text = [
    ["uid2", "Target_URL", "other", "mcid"].join(sign),
    ["two", `"https://a.example/?q=""x""${sign}y"`, "?", "acme"].join(sign),
  ].join("\n");

  expect(parseRows(text)).toEqual([
    { uid2: "two", target_url: `https://a.example/?q="x"${sign}y`, mcid: "acme" },
  ]);
});

test("unknown headings of bulk links are named, and none is taken for a page", () => {
  const unplaced = "Label,Shop\nblog,acme\n";
  expect(parseRows(unplaced)).toEqual([]);
  expect(readHeadings(unplaced)).toEqual({ readable: false, unknown: ["Shop"] });
  const other = "target_url;Other;mcid\nhttps://a.example/1;x;acme\n";
  expect(readHeadings(other)).toEqual({ readable: true, unknown: ["Other"] });
  for (const plain of ["", "https://a.example/1,blog", "a.example", "nonsense"])
    expect(readHeadings(plain)).toEqual({ readable: true, unknown: [] });
});

test.each([
  ["URL,Label", { target_url: "https://a.example/1", uid1: "blog" }],
  ["Landing page;Label 2", { target_url: "https://a.example/1", uid2: "blog" }],
  ["Address\tCustom path", { target_url: "https://a.example/1", path: "blog" }],
  ["link,sub_id", { target_url: "https://a.example/1", uid1: "blog" }],
  ["Target URL,SubID3", { target_url: "https://a.example/1", uid3: "blog" }],
])("headings of other programs are matched to bulk links: %s", (head, row) => {
  const sign = /[,;\t]/.exec(head)?.[0];
  expect(parseRows(`${head}\nhttps://a.example/1${sign}blog`)).toEqual([row]);
});

test.each(["nonsense", "nonsense,blog", "(copied from the newsletter)", "not a page;x"])(
  "a first line of bulk links that is no address is an invalid row, not headings: %s",
  (first) => {
    const sign = first.includes(";") ? ";" : ",";
    const text = `${first}\nhttps://a.example/1${sign}mine\nhttps://a.example/2`;
    expect(readHeadings(text)).toEqual({ readable: true, unknown: [] });
    expect(parseRows(text).map(({ target_url }) => target_url)).toEqual([
      first.split(sign)[0],
      "https://a.example/1",
      "https://a.example/2",
    ]);
    expect(keepRows(text, [1])).toBe(first);
  },
);

test("the chosen channel and brand apply to bulk links that name none", () => {
  const picks = { "https://a.example/1": "acme", "https://a.example/2": "acme" };
  const items = [
    { target_url: "https://a.example/1" },
    { target_url: "https://a.example/2", mid: "7", site_id: "3" },
    { target_url: "https://a.example/3" },
  ];
  expect(completeRows(items, 2, picks)).toEqual([
    { target_url: "https://a.example/1", site_id: "2", mcid: "acme" },
    { target_url: "https://a.example/2", mid: "7", site_id: "3" },
    { target_url: "https://a.example/3", site_id: "2" },
  ]);
});

test("a bulk link can have a coupon with its page", () => {
  expect(parseRows("target_url,mcid,coupon\nhttps://a.example/1,acme,TENOFF\n")).toEqual([
    { target_url: "https://a.example/1", mcid: "acme", coupon: "TENOFF" },
  ]);
});

test("a bulk link without a target is kept for the portal to refuse", () => {
  expect(parseRows("mcid,target_url\nacme,\n")).toEqual([{ target_url: "", mcid: "acme" }]);
  expect(parseRows("")).toEqual([]);
});

test("the page of a bulk link without a scheme gets https", () => {
  expect(parseRows("www.a.example/1")).toEqual([{ target_url: "https://www.a.example/1" }]);
});

test("refused rows of bulk links are kept as they were typed", () => {
  const plain = "https://a.example/1\n\nhttps://a.example/2,blog\nhttps://a.example/3";
  expect(keepRows(plain, [2])).toBe("https://a.example/2,blog");
  const named = 'note;target_url\none;https://a.example/1\n"two; ""2""";https://a.example/2\n';
  expect(keepRows(named, [2])).toBe('note;target_url\n"two; ""2""";https://a.example/2');
  expect(parseRows(keepRows(named, [2]))).toEqual(parseRows(named).slice(1));
  expect(keepRows(named, [])).toBe("");
});

test("the result file of bulk links has the outcome of each row, and no formula", () => {
  const row = { row: 1, code: 20188, message: 'Not "it"', field: "target_url", link: null };
  const brand = { mcid: "acme", brand_name: "Acme", choices: [], rule: null, limit: null };

  const [, line] = toCsv([{ ...row, ...brand, target_url: "=1+1" }]).split("\r\n");

  expect(line).toBe('"1","\'=1+1","acme","Acme","20188","Not ""it""","target_url","","",""');
});
