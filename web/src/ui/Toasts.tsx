import { Notification } from "@mantine/core";

import { common } from "@/text/common";

import classes from "./Toasts.module.css";
import { useToasts } from "./toasts";

/** Where toasts appear; a screen reader hears them as they come. */
export function Toasts() {
  const { list, close } = useToasts();
  return (
    <section className={classes.region} aria-label={common.notices} aria-live="polite">
      {list.map(({ id, kind, message }) => (
        <Notification
          key={id}
          role={kind === "failed" ? "alert" : "status"}
          color={kind === "failed" ? "red" : "teal"}
          withBorder
          onClose={() => close(id)}
          closeButtonProps={{ "aria-label": common.close }}
        >
          {message}
        </Notification>
      ))}
    </section>
  );
}
