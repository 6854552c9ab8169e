import type { Delivery, Postback } from "@/api/gen/types.gen";
import { postback as words } from "@/text/publisher/postback";
import { StatusBadge } from "@/ui/base/StatusBadge";

const STATES = { active: "approved", paused: "offline", auto_paused: "rejected" } as const;
const DELIVERIES = { delivered: "approved", waiting: "pending", failed: "rejected" } as const;

/** Whether a postback is sent. */
export function PostbackState({ state }: { state: Postback["state"] }) {
  return <StatusBadge state={STATES[state]}>{words.states[state]}</StatusBadge>;
}

/** What became of a delivery. */
export function DeliveryState({ state }: { state: Delivery["state"] }) {
  return <StatusBadge state={DELIVERIES[state]}>{words.deliveryStates[state]}</StatusBadge>;
}
