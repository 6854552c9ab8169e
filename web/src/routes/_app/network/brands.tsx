import { createFileRoute } from "@tanstack/react-router";
import { query } from "@/api/query";
import { BrandsTab } from "@/features/network/brands/BrandsTab";
import { brandsInput, brandsSearch } from "@/features/network/brands/searchParams";
import { loadTab } from "@/features/network/loadTab";
import { lists } from "@/text/network/lists";
import { useAddress } from "@/ui/base/useAddress";

export const Route = createFileRoute("/_app/network/brands")({
  staticData: { title: lists.brands },
  validateSearch: brandsSearch,
  loaderDeps: ({ search }) => brandsInput(search),
  loader: ({ deps, ...loading }) => loadTab("brands", loading, [query("/network/brands", deps)]),
  component: () => <BrandsTab {...useAddress(Route)} />,
});
