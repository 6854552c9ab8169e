/** The colour and icon of each state of a channel and of its relationship with a brand, as the network's staff see them. */
import {
  RELATION_ENDED,
  RELATION_JOINED,
  RELATION_NONE,
  RELATION_PENDING,
  RELATION_REJECTED,
  SITE_STATUS_APPROVED,
  SITE_STATUS_DISABLED,
  SITE_STATUS_PENDING,
  SITE_STATUS_REJECTED,
} from "@/api/gen/enums.gen";
import type { Relation, SiteStatus } from "@/api/gen/types.gen";
import type { State } from "@/ui/base/theme";

export const RELATION_STATES: Record<Relation, State> = {
  [RELATION_NONE]: "offline",
  [RELATION_PENDING]: "pending",
  [RELATION_JOINED]: "approved",
  [RELATION_REJECTED]: "rejected",
  [RELATION_ENDED]: "offline",
};

export const SITE_STATES: Record<SiteStatus, State> = {
  [SITE_STATUS_PENDING]: "pending",
  [SITE_STATUS_APPROVED]: "approved",
  [SITE_STATUS_REJECTED]: "rejected",
  [SITE_STATUS_DISABLED]: "offline",
};
