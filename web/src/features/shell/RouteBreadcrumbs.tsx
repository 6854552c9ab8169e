import { Link, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";

import { common } from "@/text/core/common";
import { frame } from "@/text/core/frame";
import { usePageTitleStore } from "@/ui/layout/pageTitle";

import classes from "./Header.module.css";

/** The titles of the current routes; the last one, or the page's own, is also the browser tab's. */
export function RouteBreadcrumbs() {
  const crumbs = useMatches().flatMap(({ id, pathname, search, staticData: { title } }) => {
    const label = typeof title === "function" ? title({ ...search }) : title;
    return label ? [{ id, pathname, label }] : [];
  });
  const own = usePageTitleStore(({ title }) => title);
  const here = own ?? crumbs.at(-1)?.label;
  useEffect(() => {
    document.title = here ? `${here} · ${common.product}` : common.product;
  }, [here]);
  return (
    <nav aria-label={frame.breadcrumb} className={classes.crumbs}>
      <ol>
        {crumbs.map(({ id, pathname, label }, index) => (
          <li key={id}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{here}</span>
            ) : (
              <Link to={pathname} activeOptions={{ exact: true }}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
