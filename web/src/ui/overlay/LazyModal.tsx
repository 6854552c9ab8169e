import { lazy, Suspense } from "react";
import type { AppModalProps } from "./lazy/AppModal";
import { useKeepLast } from "./useKeepLast";

const AppModal = lazy(() =>
  import("./lazy/AppModal").then(({ AppModal }) => ({ default: AppModal })),
);

/** A modal for a decision; its code loads when it is first opened. */
export function LazyModal({ opened, title, children, ...rest }: AppModalProps) {
  const seen = useKeepLast(opened, { title, children });
  return (
    <Suspense>
      {seen && (
        <AppModal opened={opened} title={seen.title} {...rest}>
          {seen.children}
        </AppModal>
      )}
    </Suspense>
  );
}
