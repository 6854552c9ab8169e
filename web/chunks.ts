/** Modules that are bundled together: on a phone each further request costs more than some kilobytes. */

const CORE = "@mantine/core/esm/components";

/**
 * Of what the first page needs; of what the shell needs; of other ways to sign in; of what most pages need.
 * A folder named `lazy` holds what its room loads only when it is wanted, so it is in none of them.
 */
export const groups = [
  { name: "first", tags: ["$initial" as const], priority: 2 },
  {
    name: "shell",
    test: anyOf(
      "src/(features/shell|ui/confirm)/[^/]+",
      // Needed when the network is gone: it comes with what loads the profile.
      "src/(ui/feedback/(ConnectionNotice.*|(RouteError|ErrorState|EmptyState)\\.tsx)|api/(client|loadProfile|prefetchedProfile|reload)\\.ts)",
      "@tanstack/(query-core|react-query)/.+",
      // What the header opens later; without these the shell would load all that most pages need.
      "src/ui/(overlay/(Lazy(Drawer|Modal|Popover|Tooltip)|useKeepLast)\\.tsx?|layout/pageTitle\\.ts)",
      `${CORE}/(Avatar|Burger|Kbd)/.+`,
    ),
    priority: 1,
  },
  {
    name: "social-login",
    test: anyOf("src/features/social-login/redirect/[^/]+", `${CORE}/Divider/.+`),
    priority: 1,
  },
  {
    name: "page",
    test: anyOf(
      "src/ui/(base|overlay|layout|table|filter|chart|form)/[^/]+",
      `${CORE}/(Skeleton|SimpleGrid|Grid|SegmentedControl|FloatingIndicator|NativeSelect|Pagination|Progress)/.+`,
    ),
  },
];

function anyOf(...places: string[]): RegExp {
  return new RegExp(`/(${places.join("|")})$`);
}
