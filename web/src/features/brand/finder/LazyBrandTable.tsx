import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";

const BrandTable = lazy(() =>
  import("./BrandTable").then(({ BrandTable }) => ({ default: BrandTable })),
);

/** Brands in rows, which load for those who prefer them to cards. */
export function LazyBrandTable(props: ComponentProps<typeof BrandTable>) {
  return (
    <Suspense fallback={<Skeleton h={480} radius="lg" />}>
      <BrandTable {...props} />
    </Suspense>
  );
}
