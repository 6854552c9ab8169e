import { lazy, Suspense } from "react";

import { useConfirmStore } from "./confirmStore";

const ConfirmModal = lazy(() =>
  import("./lazy/ConfirmModal").then(({ ConfirmModal }) => ({ default: ConfirmModal })),
);

/** Where confirmations appear; the modal's code loads with the first one. */
export function ConfirmHost() {
  const pending = useConfirmStore((state) => state.request);
  return (
    <Suspense>
      {pending && (
        <ConfirmModal {...pending} onClose={() => useConfirmStore.setState({ request: null })} />
      )}
    </Suspense>
  );
}
