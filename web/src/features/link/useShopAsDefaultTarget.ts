import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";

import type { LinkValues } from "@/features/link/edit/linkValues";

/** The brand's website is the target until another one is entered. */
export function useShopAsDefaultTarget(
  form: UseFormReturnType<LinkValues>,
  shop: string | undefined,
) {
  const before = useRef("");
  useEffect(() => {
    if (!shop || shop === before.current) return;
    const typed = form.getValues().target_url;
    if (!typed || typed === before.current) form.setFieldValue("target_url", shop);
    before.current = shop;
  }, [shop, form.getValues, form.setFieldValue]);
}
