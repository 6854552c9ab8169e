import type { BrandKey, BrandStatus, NetworkBrand } from "@/api/gen/types.gen";
import { useCall } from "@/api/query";
import { BRAND_STATUSES } from "@/features/network/search";
import { network } from "@/text/network/network";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { toast } from "@/ui/feedback/toasts";
import { ActionMenu } from "@/ui/overlay/ActionMenu";

const VERBS: Record<BrandStatus, string> = {
  online: network.setOnline,
  paused: network.setPaused,
  offline: network.setOffline,
};

interface BrandActionsProps {
  brand: NetworkBrand;
  onKey: (key: BrandKey) => void;
}

/** The actions for one brand. Those that affect its publishers or its server ask for confirmation. */
export function BrandActions({ brand, onKey }: BrandActionsProps) {
  const { mcid, name, status, has_key } = brand;
  const setStatus = useCall("/network/brand_status", {
    refresh: ["/network/brands"],
    onSuccess: (_, { attributes }) =>
      toast.success(network.statusSet(name, network.statuses[attributes.status])),
  });
  const generateKey = useCall("/network/brand_key", {
    refresh: ["/network/brands"],
    onSuccess: onKey,
  });
  const busy = setStatus.isPending || generateKey.isPending;
  const changeStatus = (next: BrandStatus) => {
    const send = () => setStatus.mutate({ attributes: { mcid, status: next } });
    if (next !== "offline") return send();
    openConfirm({
      title: network.offlineTitle(name),
      question: network.offlineAsk,
      confirm: network.setOffline,
      onConfirm: send,
    });
  };
  const requestKey = () => {
    const send = () => generateKey.mutate({ attributes: { mcid } });
    if (!has_key) return send();
    openConfirm({
      title: network.keyAskTitle(name),
      question: network.keyAsk,
      confirm: network.drawAnother,
      onConfirm: send,
    });
  };
  return (
    <ActionMenu
      label={network.actions(name)}
      busy={busy}
      groups={[
        BRAND_STATUSES.filter((next) => next !== status).map((next) => ({
          label: VERBS[next],
          onClick: () => changeStatus(next),
        })),
        [{ label: has_key ? network.drawAnother : network.drawKey, onClick: requestKey }],
      ]}
    />
  );
}
