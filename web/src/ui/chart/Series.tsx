import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { useInView } from "@/ui/base/useInView";
import type { SeriesChartProps } from "./lazy/SeriesChart";

const SeriesChart = lazy(() =>
  import("./lazy/SeriesChart").then(({ SeriesChart }) => ({ default: SeriesChart })),
);

const HEIGHT = 260;

/** Several figures over time in one chart that loads on demand; the table below shows the same. */
export function Series({ label, ...chart }: Omit<SeriesChartProps, "height"> & { label: string }) {
  const [box, inView] = useInView<HTMLDivElement>();
  const waiting = <Skeleton h={HEIGHT} />;
  return (
    <figure aria-label={label} className="portal-figure">
      <div ref={box} role="img" aria-label={label}>
        <Suspense fallback={waiting}>
          {inView ? <SeriesChart {...chart} height={HEIGHT} /> : waiting}
        </Suspense>
      </div>
    </figure>
  );
}
