import { expect, test } from "vitest";

import type { SiteTypes } from "@/api/gen/types.gen";

import { guessChannel, refill } from "./guessChannel";

const PLATFORMS: Record<number, string[]> = {
  1: ["Own website"],
  2: ["WordPress", "Medium", "Substack", "Own blog"],
  3: ["iOS"],
  4: ["Instagram", "YouTube", "LinkedIn"],
  5: ["beehiiv"],
  6: ["Own coupon site"],
  7: ["Own cashback site"],
};
const METHODS = [
  ...["Content and reviews", "Social posts", "Email", "Coupons", "Cashback and rewards"],
  "Video",
];
const types = {
  channel_types: [],
  channel_platforms: Object.entries(PLATFORMS).flatMap(([type, names]) =>
    names.map((name, index) => ({
      id: Number(type) * 10 + index,
      name,
      channel_type: Number(type),
    })),
  ),
  promotion_methods: METHODS.map((name, index) => ({ id: index + 1, name })),
  proof_places: { meta_name: "", file_path: "", record: "" },
} satisfies SiteTypes;

test.each([
  ["https://www.Reading.example/about?x=1", "reading.example", "1", "Own website", ["1"]],
  ["reading.example", "reading.example", "1", "Own website", ["1"]],
  ["https://maya.wordpress.com", "maya.wordpress.com", "2", "WordPress", ["1"]],
  ["https://blog.reading.example", "blog.reading.example", "2", "Own blog", ["1"]],
  ["maya.substack.com/p/1", "maya.substack.com", "2", "Substack", ["1"]],
  ["https://medium.com/@maya", "maya (Medium)", "2", "Medium", ["1"]],
  ["https://www.instagram.com/maya.reads/", "maya.reads (Instagram)", "4", "Instagram", ["2"]],
  ["https://m.youtube.com/@mayareads", "mayareads (YouTube)", "4", "YouTube", ["6"]],
  ["https://www.youtube.com/c/Maya", "Maya (YouTube)", "4", "YouTube", ["6"]],
  ["https://www.linkedin.com/in/maya", "maya (LinkedIn)", "4", "LinkedIn", ["2"]],
  ["https://instagram.com", "", "4", "Instagram", ["2"]],
  ["https://apps.apple.com/de/app/id1", "apps.apple.com", "3", "iOS", ["1"]],
  ["https://maya.beehiiv.com", "maya.beehiiv.com", "5", "beehiiv", ["3"]],
  ["https://best-coupons.example", "best-coupons.example", "6", "Own coupon site", ["4"]],
  ["https://cashback.example", "cashback.example", "7", "Own cashback site", ["5"]],
  ["reading", "", null, "", []],
  ["mailto:maya@reading.example", "", null, "", []],
  ["", "", null, "", []],
] as const)(
  "the address %j suggests the channel name %j, type %j, platform %j and promotion methods %j",
  (website, ...guessed) => {
    const [name, type, platform, methods] = guessed;
    expect(guessChannel(website, types)).toEqual({ name, type, platform, methods });
  },
);

test("a channel guessed before the portal's list of types is loaded has a name and no type", () => {
  expect(guessChannel("reading.example", undefined)).toEqual({
    name: "reading.example",
    type: null,
    platform: "",
    methods: [],
  });
});

const guess = (name: string, type: string | null, platform: string, methods: string[] = []) => ({
  name,
  type,
  platform,
  methods,
});

test("a later address corrects the channel values that an earlier one filled in", () => {
  const before = guess("reading.ex", "1", "Own website", ["1"]);
  const now = guess("instagram.com/maya", "4", "Instagram", ["2"]);

  expect(refill(before, before, now)).toEqual(now);
  expect(refill(guess("", null, ""), guess("", null, ""), now)).toEqual(now);
});

test("the guess of a channel replaces no value that was edited", () => {
  const before = guess("reading.example", "1", "Own website", ["1"]);
  const now = guess("instagram.com/maya", "4", "Instagram", ["2"]);
  const typed = guess("Reading room", "2", "Ghost", ["1", "3"]);

  expect(refill(typed, before, now)).toEqual(typed);
});
