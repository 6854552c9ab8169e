import { useCall } from "@/api/query";
import { thirdJourney } from "./journey";

/** Sends this tab to a provider; it comes back to /auth/third-party. */
export function useDeparture() {
  const link = useCall("/auth/third_link", {
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return {
    // It stays busy until the page has gone.
    busy: link.isPending || link.isSuccess,
    depart: (provider: string, { next, binding = false }: { next?: string; binding?: boolean }) =>
      link.mutate({ attributes: { provider, next, browser: thirdJourney.begin(binding) } }),
  };
}
