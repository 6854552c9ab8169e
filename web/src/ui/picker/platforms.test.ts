import { expect, test } from "vitest";

import type { SiteTypes } from "@/api/gen/types.gen";
import { platformFor } from "./platforms";

const platforms = (channel_type: number, ...names: string[]) =>
  names.map((name, index) => ({ id: channel_type * 10 + index, name, channel_type }));
const types = {
  channel_types: [],
  channel_platforms: [
    ...platforms(1, "Own website", "Marketplace shop", "Comparison site"),
    ...platforms(2, "WordPress", "Blogger", "Medium", "Substack", "Own blog"),
    ...platforms(3, "iOS", "Android"),
  ],
  promotion_methods: [],
  proof_places: { meta_name: "", file_path: "", record: "" },
} satisfies SiteTypes;

test.each([
  ["1", "", "Own website"],
  ["1", "Comparison site", "Comparison site"],
  ["1", "WordPress", "Own website"],
  ["1", "Ghost", "Ghost"],
  ["2", "", ""],
  ["2", "Own website", ""],
  ["3", "", ""],
  [null, "", ""],
])("channel type %s with platforms %o offers %o", (type, chosen, shown) => {
  expect(platformFor(types, type, chosen)).toBe(shown);
});
