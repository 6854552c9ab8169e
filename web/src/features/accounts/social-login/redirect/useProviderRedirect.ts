import { useState } from "react";

import { call } from "@/api/call";
import { onError } from "@/api/onError";

import { redirectState } from "./redirectState";

/** Sends this tab to a provider; it comes back to /auth/third-party. */
export function useProviderRedirect() {
  const [busy, setBusy] = useState(false);
  const redirect = async (
    provider: string,
    { next, binding = false }: { next?: string; binding?: boolean },
  ) => {
    setBusy(true);
    try {
      const browser = redirectState.begin(binding);
      const { url } = await call("/auth/third_link", { attributes: { provider, next, browser } });
      window.location.assign(url); // It stays busy until the page has gone.
    } catch (failure) {
      onError(failure as Error);
      setBusy(false);
    }
  };
  return { busy, depart: redirect };
}
