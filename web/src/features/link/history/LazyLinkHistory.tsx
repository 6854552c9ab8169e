import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";

const LinkHistory = lazy(() =>
  import("./LinkHistory").then(({ LinkHistory }) => ({ default: LinkHistory })),
);

/** The links created so far: their table is below the form and loads after it. */
export function LazyLinkHistory(props: ComponentProps<typeof LinkHistory>) {
  return (
    <Suspense fallback={<Skeleton h={480} radius="lg" />}>
      <LinkHistory {...props} />
    </Suspense>
  );
}
