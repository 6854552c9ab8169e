import { lazy, Suspense } from "react";

import type { PasswordModalProps } from "./lazy/PasswordModal";

const PasswordModal = lazy(() =>
  import("./lazy/PasswordModal").then(({ PasswordModal }) => ({ default: PasswordModal })),
);

/** Asks for the password before an action; its code loads when it is first opened. */
export function LazyPasswordModal(props: PasswordModalProps) {
  return (
    <Suspense>
      <PasswordModal {...props} />
    </Suspense>
  );
}
