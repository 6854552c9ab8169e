import type { ReactNode } from "react";
import { overlay } from "@/ui/base/overlay";
import { useKeepLast } from "./useKeepLast";

const AppDrawer = overlay(() => import("./lazy/AppDrawer").then(({ AppDrawer }) => AppDrawer));

interface LazyDrawerProps {
  /** What the URL names, or null: the drawer is open exactly while the URL says so. */
  shown: string | number | null | undefined;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer that shows one item of a listing. */
export function LazyDrawer({ shown, title, onClose, children }: LazyDrawerProps) {
  const opened = shown !== null && shown !== undefined && shown !== "";
  const last = useKeepLast(opened, { title, children });
  return (
    last && (
      <AppDrawer opened={opened} title={last.title} onClose={onClose}>
        {last.children}
      </AppDrawer>
    )
  );
}
