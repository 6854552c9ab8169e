import type { MantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

import { frame } from "@/text/core/frame";

/** How the portal can look, as the user menu and the search offer it. */
export const SCHEMES = [
  { scheme: "light", label: frame.light, Icon: IconSun },
  { scheme: "dark", label: frame.dark, Icon: IconMoon },
  { scheme: "auto", label: frame.auto, Icon: IconDeviceDesktop },
] as const satisfies Array<{ scheme: MantineColorScheme; label: string; Icon: unknown }>;
