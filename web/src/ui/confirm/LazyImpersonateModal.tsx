import { overlay } from "@/ui/base/overlay";

/** The form of a link to sign in as a publisher. */
export const LazyImpersonateModal = overlay(() =>
  import("./lazy/ImpersonateModal").then(({ ImpersonateModal }) => ImpersonateModal),
);
