import { lazy, Suspense, useState } from "react";

import type { DialogFrameProps } from "./DialogFrame";

const DialogFrame = lazy(() =>
  import("./DialogFrame").then(({ DialogFrame }) => ({ default: DialogFrame })),
);

/** A modal to decide something in; it loads with the first thing there is to decide. */
export function Dialog({ opened, title, children, ...rest }: DialogFrameProps) {
  const [wanted, setWanted] = useState(opened);
  // While it goes away it keeps showing what it showed.
  const [last, setLast] = useState({ title, children });
  if (opened && !wanted) setWanted(true);
  if (opened && (last.children !== children || last.title !== title)) setLast({ title, children });
  return (
    <Suspense>
      {wanted && (
        <DialogFrame opened={opened} title={opened ? title : last.title} {...rest}>
          {opened ? children : last.children}
        </DialogFrame>
      )}
    </Suspense>
  );
}
