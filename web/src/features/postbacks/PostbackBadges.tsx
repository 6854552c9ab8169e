import type { Delivery, Postback } from "@/api/gen/types.gen";
import { postback as words } from "@/text/postbacks/postback";
import { StatusBadge } from "@/ui/base/StatusBadge";

const STATES = { active: "approved", paused: "offline", auto_paused: "rejected" } as const;
const DELIVERIES = { delivered: "approved", waiting: "pending", failed: "rejected" } as const;

/** Whether a postback is sent, and whether its last attempts have failed. */
export function PostbackState({ state, failing }: { state: Postback["state"]; failing: boolean }) {
  if (failing && state === "active")
    return <StatusBadge state="pending">{words.activeFailing}</StatusBadge>;
  return <StatusBadge state={STATES[state]}>{words.states[state]}</StatusBadge>;
}

/** The outcome of a delivery. */
export function DeliveryState({ state }: { state: Delivery["state"] }) {
  return <StatusBadge state={DELIVERIES[state]}>{words.deliveryStates[state]}</StatusBadge>;
}
