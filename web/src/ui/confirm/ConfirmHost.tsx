import { overlay } from "@/ui/base/overlay";

import { useConfirmStore } from "./confirmStore";

const ConfirmModal = overlay(() =>
  import("./lazy/ConfirmModal").then(({ ConfirmModal }) => ConfirmModal),
);

/** Renders the open confirmation. */
export function ConfirmHost() {
  const pending = useConfirmStore((state) => state.request);
  return (
    pending && (
      <ConfirmModal {...pending} onClose={() => useConfirmStore.setState({ request: null })} />
    )
  );
}
