import { overlay } from "@/ui/base/overlay";
import type { AppModalProps } from "./lazy/AppModal";
import { useKeepLast } from "./useKeepLast";

const AppModal = overlay(() => import("./lazy/AppModal").then(({ AppModal }) => AppModal));

/** A modal for a decision. */
export function LazyModal({ opened, title, children, ...rest }: AppModalProps) {
  const last = useKeepLast(opened, { title, children });
  return (
    last && (
      <AppModal opened={opened} title={last.title} {...rest}>
        {last.children}
      </AppModal>
    )
  );
}
