import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";

interface SideDrawerProps {
  /** What the URL names, or null: the drawer is open exactly while the URL says so. */
  shown: string | number | null | undefined;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer to look at one thing of a listing; the whole width on a phone. */
export function SideDrawer({ shown, title, onClose, children }: SideDrawerProps) {
  const phone = useMediaQuery("(max-width: 47.99em)");
  const opened = shown !== null && shown !== undefined && shown !== "";
  // While it slides out it keeps showing what it showed.
  const [last, setLast] = useState({ title, children });
  if (opened && (last.children !== children || last.title !== title)) setLast({ title, children });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={phone ? "100%" : 480}
      title={opened ? title : last.title}
    >
      {opened ? children : last.children}
    </Drawer>
  );
}
