import { ActionIcon } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

import { query } from "@/api/query";
import { help } from "@/text/home/help";
import { overlay } from "@/ui/base/overlay";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import classes from "./Header.module.css";

const PageHelp = overlay(() => import("./lazy/PageHelp").then(({ PageHelp }) => PageHelp));

/** The call for help articles that match a word, and for the one about a page. */
export const pageArticles = (page: string, keyword = "") =>
  query("/home/help", { attributes: { keyword, page } });

/** Opens the help article about the current page in a drawer. */
export function HelpButton() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const queryClient = useQueryClient();
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
        onPointerEnter={PageHelp.preload}
        onFocus={PageHelp.preload}
        onClick={() => {
          void queryClient.prefetchQuery(pageArticles(path));
          setOpenedOn(path);
        }}
      >
        <IconHelpCircle size={18} stroke={1.5} />
      </ActionIcon>
      <LazyDrawer shown={shown} title={help.title} onClose={() => setOpenedOn(null)}>
        <PageHelp path={path} />
      </LazyDrawer>
    </>
  );
}
