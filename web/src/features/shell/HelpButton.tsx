import { ActionIcon } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";

import { help } from "@/text/publisher/help";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

import classes from "./Header.module.css";

const load = () => import("./lazy/PageHelp");
const PageHelp = lazy(() => load().then(({ PageHelp }) => ({ default: PageHelp })));

/** Opens the article about the page one is on, beside it. */
export function HelpButton() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  // Another page has another article: a link in the drawer closes it.
  const shown = openedOn === path ? path : null;
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.tool}
        aria-label={help.open}
        aria-haspopup="dialog"
        aria-expanded={shown !== null}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpenedOn(path)}
      >
        <IconHelpCircle size={18} stroke={1.5} />
      </ActionIcon>
      <LazyDrawer shown={shown} title={help.title} onClose={() => setOpenedOn(null)}>
        <Suspense>
          <PageHelp path={path} />
        </Suspense>
      </LazyDrawer>
    </>
  );
}
