import { useQuery } from "@tanstack/react-query";

import { query } from "@/api/query";
import { network } from "@/text/network/network";

import { StoryDrawer } from "./OrderDrawer";

const ZONE = "UTC";

interface NetworkOrderDrawerProps {
  /** The order's number, as the URL has it. */
  shown: number | undefined;
  onClose: () => void;
}

/** Any publisher's order, as the network sees it. */
export function NetworkOrderDrawer({ shown, onClose }: NetworkOrderDrawerProps) {
  const answer = useQuery({
    ...query("/network/order_info", { attributes: { oid: shown ?? 0 } }),
    enabled: shown !== undefined,
  });
  return (
    <StoryDrawer
      shown={shown}
      answer={answer}
      zone={ZONE}
      siteName={network.channelNumber}
      onClose={onClose}
    />
  );
}
