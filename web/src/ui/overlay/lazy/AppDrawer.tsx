import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useEffect, useState } from "react";

import { PHONE } from "@/ui/base/theme";
import { InitialFocus } from "./InitialFocus";
import { useDoubleClickGuard } from "./useDoubleClickGuard";

interface AppDrawerProps {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A drawer on the right, full width on a phone; it slides in when it appears. */
export function AppDrawer({ opened, title, onClose, children }: AppDrawerProps) {
  const phone = useMediaQuery(PHONE);
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useDoubleClickGuard(opened && mounted);
  return (
    <Drawer opened={opened && mounted} onClose={onClose} size={phone ? "100%" : 480} title={title}>
      <InitialFocus />
      {children}
    </Drawer>
  );
}
