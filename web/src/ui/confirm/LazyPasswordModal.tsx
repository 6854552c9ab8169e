import { lazy, Suspense } from "react";

import type { PasswordModalProps } from "./lazy/PasswordModal";

const PasswordModal = lazy(() =>
  import("./lazy/PasswordModal").then(({ PasswordModal }) => ({ default: PasswordModal })),
);

/** Asks for the password before something is done; it loads with the first time it is wanted. */
export function LazyPasswordModal(props: PasswordModalProps) {
  return (
    <Suspense>
      <PasswordModal {...props} />
    </Suspense>
  );
}
