import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";

const BrandGrid = lazy(() =>
  import("./BrandGrid").then(({ BrandGrid }) => ({ default: BrandGrid })),
);

/** Brands in rows, which load for those who prefer them to cards. */
export function BrandTable(props: ComponentProps<typeof BrandGrid>) {
  return (
    <Suspense fallback={<Skeleton h={480} radius="lg" />}>
      <BrandGrid {...props} />
    </Suspense>
  );
}
