import { lazy, Suspense } from "react";
import { useLasting } from "./lasting";
import type { DialogFrameProps } from "./lazy/DialogFrame";

const DialogFrame = lazy(() =>
  import("./lazy/DialogFrame").then(({ DialogFrame }) => ({ default: DialogFrame })),
);

/** A modal to decide something in; it loads with the first thing there is to decide. */
export function Dialog({ opened, title, children, ...rest }: DialogFrameProps) {
  const seen = useLasting(opened, { title, children });
  return (
    <Suspense>
      {seen && (
        <DialogFrame opened={opened} title={seen.title} {...rest}>
          {seen.children}
        </DialogFrame>
      )}
    </Suspense>
  );
}
