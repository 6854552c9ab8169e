interface AddressRoute<Search> {
  useSearch: () => Search;
  useNavigate: () => (to: { search: NoInfer<Search> }) => Promise<void>;
}

/** The search of a page's URL, and a function that navigates to another one. */
export function useAddress<Search>(route: AddressRoute<Search>) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return { search, onSearch: (next: Search) => void navigate({ search: next }) };
}
