import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";

interface DrawerFrameProps {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer on the right, the whole width on a phone; it slides in as it appears. */
export function DrawerFrame({ opened, title, onClose, children }: DrawerFrameProps) {
  const phone = useMediaQuery("(max-width: 47.99em)");
  const [arrived, setArrived] = useState(false);
  useEffect(() => setArrived(true), []);
  return (
    <Drawer opened={opened && arrived} onClose={onClose} size={phone ? "100%" : 480} title={title}>
      {children}
    </Drawer>
  );
}
