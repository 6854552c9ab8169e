/** The title of a page that is named after what it shows, in its breadcrumb and the browser's tab. */
import { useEffect } from "react";
import { create } from "zustand";

export const usePageTitleStore = create<{ title: string | undefined }>()(() => ({
  title: undefined,
}));

/** Names the page in place of its route's title, for as long as it is shown. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    usePageTitleStore.setState({ title });
    return () => usePageTitleStore.setState({ title: undefined });
  }, [title]);
}
