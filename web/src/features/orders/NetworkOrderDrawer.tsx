import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";

import type { NetworkOrderInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { AnchorLink } from "@/ui/base/links";

import { StoryDrawer } from "./OrderDrawer";

const ZONE = "UTC";

interface NetworkOrderDrawerProps {
  /** The order's number, as the URL has it. */
  shown: number | undefined;
  /** The actions for the order. */
  actions: (info: NetworkOrderInfo) => ReactNode;
  onClose: () => void;
}

/** Any publisher's order, as the network sees it. */
export function NetworkOrderDrawer({ shown, actions, onClose }: NetworkOrderDrawerProps) {
  const answer = useQuery({
    ...query("/network/order_info", { attributes: { oid: shown ?? 0 } }),
    enabled: shown !== undefined,
  });
  const { data } = answer;
  return (
    <StoryDrawer
      shown={shown}
      answer={answer}
      zone={ZONE}
      siteName={(id) => data?.site_name || String(id)}
      publisher={
        data && (
          <AnchorLink to="/network/publishers" search={{ look: String(data.uid) }} inherit>
            {data.publisher}
          </AnchorLink>
        )
      }
      actions={data && actions(data)}
      onClose={onClose}
    />
  );
}
