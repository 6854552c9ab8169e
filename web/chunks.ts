/** Modules that are bundled together: on a phone each further request costs more than some kilobytes. */

/** The name of the chunk with the routes of signed-in pages. */
export const ROUTES = "routes";
const CORE = "@mantine/core/esm/components";

/**
 * Of what the first page needs; of links, which most others need; of the routes of signed-in pages and the way there;
 * of what the shell needs; of other ways to sign in; of what most pages need.
 * A folder named `lazy` holds what its room loads only when it is wanted, so it is in none of them.
 */
export const groups = [
  { name: "first", tags: ["$initial" as const], priority: 3 },
  { name: "link", test: /@tanstack\/react-router\/dist\/esm\/link\.js$/, priority: 2 },
  {
    name: ROUTES,
    test: /\/src\/(routeTree\.gen|features\/accounts\/auth\/safeNext)\.ts$/,
    priority: 2,
  },
  {
    name: "shell",
    test: anyOf(
      "src/(features/core/shell|ui/confirm)/[^/]+",
      // Needed when the network is gone: it comes with what loads the profile.
      "src/(ui/feedback/(ConnectionNotice.*|(RouteError|ErrorState|EmptyState)\\.tsx)|api/(client|loadProfile|reload)\\.ts)",
      "@tanstack/(query-core|react-query)/.+",
      // What the header opens later; without these the shell would load all that most pages need.
      "src/ui/(overlay/(Lazy(Drawer|Modal|Popover|Tooltip)|useKeepLast)\\.tsx?|base/overlay\\.ts|layout/pageTitle\\.ts)",
      `${CORE}/(Avatar|Burger|Kbd)/.+`,
    ),
    priority: 1,
  },
  {
    name: "social-login",
    test: anyOf("src/features/accounts/social-login/redirect/[^/]+", `${CORE}/Divider/.+`),
    priority: 1,
  },
  {
    name: "page",
    test: anyOf(
      // Not what only figures, plots and a few dialogs need.
      "src/ui/(base|overlay|layout|table|filter|chart|form)/(?!Trend|Stat|Ranking|Series|LineChart|FigureText|AsTable|ticks|DecimalInput|RuleList|AddressText|PlainLink|dateRecordText|relativeChange|ArticleRows|PageTabs)[^/]+",
      `${CORE}/(Skeleton|SimpleGrid|Grid|SegmentedControl|FloatingIndicator|NativeSelect|Pagination|Progress)/.+`,
    ),
  },
];

function anyOf(...places: string[]): RegExp {
  return new RegExp(`/(${places.join("|")})$`);
}
