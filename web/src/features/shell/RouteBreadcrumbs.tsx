import { Link, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";

import { common } from "@/text/core/common";
import { shell } from "@/text/core/shell";

import classes from "./Header.module.css";

/** The titles of the current routes; the last one is also the browser tab's. */
export function RouteBreadcrumbs() {
  const crumbs = useMatches().flatMap(({ id, pathname, search, staticData: { title } }) => {
    const label = typeof title === "function" ? title({ ...search }) : title;
    return label ? [{ id, pathname, label }] : [];
  });
  const here = crumbs.at(-1)?.label;
  useEffect(() => {
    document.title = here ? `${here} · ${common.product}` : common.product;
  }, [here]);
  return (
    <nav aria-label={shell.breadcrumb} className={classes.crumbs}>
      <ol>
        {crumbs.map(({ id, pathname, label }, place) => (
          <li key={id}>
            {place === crumbs.length - 1 ? (
              <span aria-current="page">{label}</span>
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
