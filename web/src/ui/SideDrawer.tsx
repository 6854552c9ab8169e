import { lazy, type ReactNode, Suspense, useState } from "react";

const DrawerFrame = lazy(() =>
  import("./DrawerFrame").then(({ DrawerFrame }) => ({ default: DrawerFrame })),
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
  const [wanted, setWanted] = useState(opened);
  // While it slides out it keeps showing what it showed.
  const [last, setLast] = useState({ title, children });
  if (opened && !wanted) setWanted(true);
  if (opened && (last.children !== children || last.title !== title)) setLast({ title, children });
  return (
    <Suspense>
      {wanted && (
        <DrawerFrame opened={opened} title={opened ? title : last.title} onClose={onClose}>
          {opened ? children : last.children}
        </DrawerFrame>
      )}
    </Suspense>
  );
}
