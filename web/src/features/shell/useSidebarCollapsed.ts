import { useState } from "react";

const TABLET = 1024;
const COLLAPSED = "sidebar_collapsed";

/** Whether the sidebar is collapsed: as was chosen, and else by the room there is. */
export function useSidebarCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    const chosen = localStorage.getItem(COLLAPSED);
    return chosen === null ? window.innerWidth < TABLET : chosen === "true";
  });
  const toggle = () => {
    localStorage.setItem(COLLAPSED, String(!collapsed));
    setCollapsed(!collapsed);
  };
  return [collapsed, toggle];
}
