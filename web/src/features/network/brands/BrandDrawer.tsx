import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { network } from "@/text/network/network";
import { overlay } from "@/ui/base/overlay";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";

const waiting = <SkeletonRows rows={8} height={48} />;
const BrandForm = overlay(() => import("./BrandForm").then(({ BrandForm }) => BrandForm), waiting);

/** Stands for a brand that is not saved yet; no identifier has a space. */
export const NEW_BRAND = "a new one";

interface BrandDrawerProps {
  /** A brand's identifier, NEW, or nothing. */
  shown: string | undefined;
  onClose: () => void;
}

/** The form of a brand, filled in where there is one. */
export function BrandDrawer({ shown, onClose }: BrandDrawerProps) {
  const fresh = shown === NEW_BRAND;
  const { data, error, isFetching, refetch } = useQuery({
    ...query("/network/brand_info", { attributes: { mcid: shown ?? "" } }),
    enabled: shown !== undefined && !fresh,
    // A form must not be refilled while typing.
    staleTime: 0,
    refetchOnReconnect: false,
  });
  return (
    <LazyDrawer
      shown={shown}
      title={fresh || !shown ? network.newBrand : network.changeBrand(shown)}
      onClose={onClose}
    >
      {error && !fresh ? (
        <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : fresh || (data && !isFetching) ? (
        <BrandForm
          key={shown}
          saved={fresh ? undefined : data}
          onSaved={onClose}
          onReload={() => void refetch()}
        />
      ) : (
        waiting
      )}
    </LazyDrawer>
  );
}
