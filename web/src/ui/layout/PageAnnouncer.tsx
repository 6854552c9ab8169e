import { useAnnouncement } from "./documentTitle";
import classes from "./PageAnnouncer.module.css";

/** Announces the page: navigation within the app loads nothing that a screen reader would notice. */
export function PageAnnouncer() {
  const text = useAnnouncement((announcement) => announcement.text);
  return (
    <div aria-live="polite" className={classes.announcer}>
      {text}
    </div>
  );
}
