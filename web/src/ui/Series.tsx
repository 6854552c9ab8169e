import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

import type { SeriesChartProps } from "./SeriesChart";

const SeriesChart = lazy(() =>
  import("./SeriesChart").then(({ SeriesChart }) => ({ default: SeriesChart })),
);

const HEIGHT = 260;

/** Several figures over time in one chart that loads late; the table beside it says the same. */
export function Series({ label, ...chart }: Omit<SeriesChartProps, "height"> & { label: string }) {
  return (
    <figure aria-label={label} className="portal-figure">
      <div role="img" aria-label={label}>
        <Suspense fallback={<Skeleton h={HEIGHT} />}>
          <SeriesChart {...chart} height={HEIGHT} />
        </Suspense>
      </div>
    </figure>
  );
}
