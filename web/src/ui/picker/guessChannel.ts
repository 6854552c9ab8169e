/** What the address of a channel says about it: its name, type, platform and way to promote, to be corrected where it is wrong. */
import type { SiteTypes } from "@/api/gen/types.gen";

export interface ChannelGuess {
  name: string;
  type: string | null;
  platform: string;
  /** How such a channel usually promotes. */
  methods: string[];
}

const NONE: ChannelGuess = { name: "", type: null, platform: "", methods: [] };
/** Hosts of profiles, where the path begins with the profile's name. */
const PROFILES: ReadonlyArray<[RegExp, string]> = [
  [/^instagram\.com$/, "Instagram"],
  [/^(youtube\.com|youtu\.be)$/, "YouTube"],
  [/^tiktok\.com$/, "TikTok"],
  [/^(facebook\.com|fb\.com)$/, "Facebook"],
  [/^(x\.com|twitter\.com)$/, "X"],
  [/^pinterest\.[a-z.]+$/, "Pinterest"],
  [/^twitch\.tv$/, "Twitch"],
  [/^linkedin\.com$/, "LinkedIn"],
  [/^medium\.com$/, "Medium"],
];
/** The first that fits; the last fits every other website. */
const HOSTS: ReadonlyArray<[RegExp, string]> = [
  [/\.wordpress\.com$/, "WordPress"],
  [/\.blogspot\.[a-z.]+$/, "Blogger"],
  [/\.medium\.com$/, "Medium"],
  [/\.substack\.com$/, "Substack"],
  [/\.beehiiv\.com$/, "beehiiv"],
  [/\.(kit\.com|ck\.page)$/, "Kit"],
  [/(^|\.)mailchi\.mp$/, "Mailchimp"],
  [/^apps\.apple\.com$/, "iOS"],
  [/^play\.google\.com$/, "Android"],
  [/cashback/, "Own cashback site"],
  [/coupon|voucher|promo-?code|discount|gutschein/, "Own coupon site"],
  [/blog/, "Own blog"],
  [/./, "Own website"],
];
/** How channels on a platform usually promote; all others by what they write. */
const METHODS: ReadonlyArray<[RegExp, string]> = [
  [/^(YouTube|TikTok|Twitch)$/, "Video"],
  [/^(Instagram|Facebook|X|Pinterest|LinkedIn)$/, "Social posts"],
  [/^(beehiiv|Kit|Mailchimp)$/, "Email"],
  [/coupon/, "Coupons"],
  [/cashback/, "Cashback and rewards"],
  [/./, "Content and reviews"],
];
const PREFIX = /^(www|m|mobile)\./;
const HOST = /^(?:https?:\/\/)?([^/?#:@\s]+\.[a-z]{2,})(?::\d+)?(\/[^?#]*)?(?:[?#].*)?$/i;
/** Prefixes of the name in a profile's path. */
const SECTION = /^(c|channel|user|in|company|pages?)$/;

export function guessChannel(website: string, types: SiteTypes | undefined): ChannelGuess {
  const [, whole, path = ""] = HOST.exec(website.trim()) ?? [];
  if (!whole) return NONE;
  const host = whole.toLowerCase().replace(PREFIX, "");
  const [, profile] = PROFILES.find(([pattern]) => pattern.test(host)) ?? [];
  const platform = profile ?? HOSTS.find(([pattern]) => pattern.test(host))?.[1] ?? "";
  const kind = types?.channel_platforms.find(({ name }) => name === platform)?.channel_type;
  const owner = path
    .split("/")
    .find((part) => part && !SECTION.test(part))
    ?.replace(/^@/, "");
  const name = profile ? owner && `${owner} (${profile})` : host;
  const [, method] = METHODS.find(([pattern]) => pattern.test(platform)) ?? [];
  const methods = types?.promotion_methods.filter((each) => each.name === method) ?? [];
  return {
    name: name ?? "",
    type: kind ? String(kind) : null,
    platform: kind ? platform : "",
    methods: methods.map(({ id }) => String(id)),
  };
}

/** What another address changes: a field that is empty, or that the address before it had filled in. */
export function refill(
  typed: ChannelGuess,
  before: ChannelGuess,
  guess: ChannelGuess,
): ChannelGuess {
  const isOurs = (field: keyof ChannelGuess) =>
    !typed[field]?.length || String(typed[field]) === String(before[field]);
  const isKind = isOurs("type") && isOurs("platform");
  return {
    name: isOurs("name") ? guess.name : typed.name,
    type: isKind ? guess.type : typed.type,
    platform: isKind ? guess.platform : typed.platform,
    methods: isOurs("methods") ? guess.methods : typed.methods,
  };
}
