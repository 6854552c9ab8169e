/** Modules that travel together: on a phone each further answer costs more than some kilobytes of it. */

const CORE = "@mantine/core/esm/components";

/** Of what the first page needs; of what the shell needs; of other ways to sign in; of what most pages need. */
export const groups = [
  { name: "first", tags: ["$initial" as const], priority: 2 },
  {
    name: "shell",
    test: anyOf(
      "src/features/shell/(Shell|Header|Sidebar|Crumbs|UserMenu|menu)",
      "src/ui/(Asking|asking)",
      "@tanstack/(query-core|react-query)",
      `${CORE}/(Avatar|Burger|Kbd)`,
    ),
    priority: 1,
  },
  {
    name: "third",
    test: anyOf(
      "src/features/third/(ThirdButtons|useDeparture|journey)",
      "src/text/third",
      `${CORE}/Divider`,
    ),
    priority: 1,
  },
  {
    name: "page",
    test: anyOf(
      "src/ui/(Page|PageHeader|Panel|CardList|chips|Stat|StatusBadge|Figures|format|links|Skeletons|repeated|lasting|SideDrawer)",
      "src/ui/(DataTable|Grid|Drop|TableSettings|FilterBar|FilterEditors|Pages|paging|period|SmallTable)",
      "src/ui/(SearchInput|CopyButton|Hint|Field|DateRange|presets|Trend|TrendTable|Series|Actions|(Password)?Dialog)",
      "src/text/table",
      `${CORE}/(Skeleton|SimpleGrid|Grid|SegmentedControl|FloatingIndicator|NativeSelect|Pagination|Progress)`,
    ),
  },
];

function anyOf(...places: string[]): RegExp {
  return new RegExp(`/(${places.join("|")})(/|\\.(module\\.css|tsx?)$)`);
}
