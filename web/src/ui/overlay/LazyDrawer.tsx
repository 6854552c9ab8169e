import { lazy, type ReactNode, Suspense } from "react";

import { useKeepLast } from "./useKeepLast";

const AppDrawer = lazy(() =>
  import("./lazy/AppDrawer").then(({ AppDrawer }) => ({ default: AppDrawer })),
);

interface LazyDrawerProps {
  /** What the URL names, or null: the drawer is open exactly while the URL says so. */
  shown: string | number | null | undefined;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer that shows one item of a listing; its code loads when it is first opened. */
export function LazyDrawer({ shown, title, onClose, children }: LazyDrawerProps) {
  const opened = shown !== null && shown !== undefined && shown !== "";
  const last = useKeepLast(opened, { title, children });
  return (
    <Suspense>
      {last && (
        <AppDrawer opened={opened} title={last.title} onClose={onClose}>
          {last.children}
        </AppDrawer>
      )}
    </Suspense>
  );
}
