import { ActionIcon } from "@mantine/core";

import { common } from "@/text/core/common";

import classes from "./Toasts.module.css";
import { useToasts } from "./toasts";

/**
 * Where toasts appear; a screen reader hears them as they come.
 * None of it is loaded on demand: a failed network could not deliver it.
 */
export function Toasts() {
  const { list, close } = useToasts();
  return (
    <section className={classes.region} aria-label={common.notices} aria-live="polite">
      {list.map(({ id, kind, message }) => (
        <div
          key={id}
          className={classes.toast}
          data-kind={kind}
          role={kind === "error" ? "alert" : "status"}
        >
          <span className={classes.message}>{message}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={common.close}
            onClick={() => close(id)}
          >
            <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden="true">
              <path d="M4 4l8 8m0-8l-8 8" stroke="currentColor" strokeWidth={1.5} />
            </svg>
          </ActionIcon>
        </div>
      ))}
    </section>
  );
}
