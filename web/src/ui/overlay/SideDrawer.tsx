import { lazy, type ReactNode, Suspense } from "react";

import { useLasting } from "./lasting";

const DrawerFrame = lazy(() =>
  import("./lazy/DrawerFrame").then(({ DrawerFrame }) => ({ default: DrawerFrame })),
);

interface SideDrawerProps {
  /** What the URL names, or null: the drawer is open exactly while the URL says so. */
  shown: string | number | null | undefined;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer to look at one thing of a listing; it loads with the first thing one looks at. */
export function SideDrawer({ shown, title, onClose, children }: SideDrawerProps) {
  const opened = shown !== null && shown !== undefined && shown !== "";
  const seen = useLasting(opened, { title, children });
  return (
    <Suspense>
      {seen && (
        <DrawerFrame opened={opened} title={seen.title} onClose={onClose}>
          {seen.children}
        </DrawerFrame>
      )}
    </Suspense>
  );
}
