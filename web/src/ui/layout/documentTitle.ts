/** The title of the browser's tab, which screen readers announce on navigation. */
import { useEffect } from "react";
import { create } from "zustand";

import { common } from "@/text/core/common";

export const useAnnouncement = create<{ text: string }>()(() => ({ text: "" }));

/** The first page is announced by the browser itself. */
let isLoaded = false;

/** Names the page in the browser's tab: its own title, then the product. */
export function useDocumentTitle(title: string | undefined) {
  useEffect(() => {
    document.title = title ? `${title} · ${common.product}` : common.product;
    if (isLoaded && title) useAnnouncement.setState({ text: title });
    isLoaded ||= Boolean(title);
  }, [title]);
}
