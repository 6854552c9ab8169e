import { useAnnouncement } from "./documentTitle";
import classes from "./PageAnnouncer.module.css";

/** Announces each page to screen readers, which do not notice navigation within the app. */
export function PageAnnouncer() {
  const text = useAnnouncement((announcement) => announcement.text);
  return (
    <div aria-live="polite" className={classes.announcer}>
      {text}
    </div>
  );
}
