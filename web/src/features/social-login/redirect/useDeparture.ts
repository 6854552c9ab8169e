import { useState } from "react";

import { call } from "@/api/call";
import { failed } from "@/api/failed";

import { thirdJourney } from "./journey";

/** Sends this tab to a provider; it comes back to /auth/third-party. */
export function useDeparture() {
  const [busy, setBusy] = useState(false);
  const depart = async (
    provider: string,
    { next, binding = false }: { next?: string; binding?: boolean },
  ) => {
    setBusy(true);
    try {
      const browser = thirdJourney.begin(binding);
      const { url } = await call("/auth/third_link", { attributes: { provider, next, browser } });
      window.location.assign(url); // It stays busy until the page has gone.
    } catch (failure) {
      failed(failure as Error);
      setBusy(false);
    }
  };
  return { busy, depart };
}
