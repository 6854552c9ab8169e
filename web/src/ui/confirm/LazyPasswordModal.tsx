import { overlay } from "@/ui/base/overlay";

/** Asks for the password before an action. */
export const LazyPasswordModal = overlay(() =>
  import("./lazy/PasswordModal").then(({ PasswordModal }) => PasswordModal),
);
