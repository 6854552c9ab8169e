interface AddressRoute<Search> {
  useSearch: () => Search;
  useNavigate: () => (to: { search: NoInfer<Search> }) => Promise<void>;
}

/** What a page keeps in its address, and the way to another state of it. */
export function useAddress<Search>(route: AddressRoute<Search>) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return { search, onSearch: (next: Search) => void navigate({ search: next }) };
}
