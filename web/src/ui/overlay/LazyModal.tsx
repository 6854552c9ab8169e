import { lazy, Suspense } from "react";
import type { AppModalProps } from "./lazy/AppModal";
import { useKeepLast } from "./useKeepLast";

const AppModal = lazy(() =>
  import("./lazy/AppModal").then(({ AppModal }) => ({ default: AppModal })),
);

/** A modal for a decision; its code loads when it is first opened. */
export function LazyModal({ opened, title, children, ...rest }: AppModalProps) {
  const last = useKeepLast(opened, { title, children });
  return (
    <Suspense>
      {last && (
        <AppModal opened={opened} title={last.title} {...rest}>
          {last.children}
        </AppModal>
      )}
    </Suspense>
  );
}
