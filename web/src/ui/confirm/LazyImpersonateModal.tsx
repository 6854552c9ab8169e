import { lazy, Suspense } from "react";

import type { ImpersonateModalProps } from "./lazy/ImpersonateModal";

const ImpersonateModal = lazy(() =>
  import("./lazy/ImpersonateModal").then(({ ImpersonateModal }) => ({ default: ImpersonateModal })),
);

/** The form of a link to sign in as a publisher; its code loads when it is first opened. */
export function LazyImpersonateModal(props: ImpersonateModalProps) {
  return (
    <Suspense>
      <ImpersonateModal {...props} />
    </Suspense>
  );
}
