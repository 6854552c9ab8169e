import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBuildingStore,
  IconCalendarDollar,
  IconClipboardCheck,
  IconFileImport,
  IconFileX,
  IconLayoutDashboard,
  IconListDetails,
  IconMailX,
  IconMessageQuestion,
  IconReceipt,
  IconSpeakerphone,
  IconTicket,
  IconUserShield,
  IconUsers,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { mayOpenTab } from "@/api/user/tabPermissions";
import { useUser } from "@/api/user/useUser";
import { networkAlertsInput } from "@/features/network/alerts/searchParams";
import { casesInput } from "@/features/network/cases/searchParams";
import {
  relationshipsInput,
  sitesInput,
  vatReviewsInput,
} from "@/features/network/reviews/searchParams";
import type { Tab } from "@/features/network/searchParams";
import { lists } from "@/text/network/lists";
import { menu } from "@/text/network/menu";
import type { Entry, Group } from "@/ui/base/menu";

const ICONS: Record<Tab, Entry["icon"]> = {
  overview: IconLayoutDashboard,
  brands: IconBuildingStore,
  coupons: IconTicket,
  orders: IconListDetails,
  imports: IconFileImport,
  refused: IconFileX,
  cases: IconMessageQuestion,
  alerts: IconAlertTriangle,
  settlements: IconCalendarDollar,
  payments: IconReceipt,
  rates: IconArrowsExchange,
  publishers: IconUsers,
  reviews: IconClipboardCheck,
  staff: IconUserShield,
  mails: IconMailX,
  news: IconSpeakerphone,
};

const GROUPS: ReadonlyArray<{ label?: string; tabs: Tab[] }> = [
  { tabs: ["overview"] },
  { label: menu.brands, tabs: ["brands", "coupons"] },
  { label: menu.publishers, tabs: ["publishers", "reviews"] },
  { label: menu.orders, tabs: ["orders", "imports", "refused", "cases", "alerts"] },
  { label: menu.payments, tabs: ["settlements", "payments", "rates"] },
  { label: menu.administration, tabs: ["staff", "news", "mails"] },
];

/** The lists of the network that the user may open, with the number of rows that wait in each. */
export function NetworkMenu({ children }: { children: (groups: Group[]) => ReactNode }) {
  const user = useUser();
  const waiting = useWaiting();
  const groups = GROUPS.map(({ label, tabs }) => ({
    ...(label && { label }),
    entries: tabs
      .filter((tab) => mayOpenTab(user, tab))
      .map((tab) => ({
        label: lists[tab],
        icon: ICONS[tab],
        link: linkOptions({ to: `/network/${tab}` }),
        waiting: waiting[tab],
      })),
  }));
  return children(groups.filter(({ entries }) => entries.length > 0));
}

/** The number of rows that wait for the network, by list. */
function useWaiting(): Partial<Record<Tab, number>> {
  const joins = useQuery(query("/network/relationships", relationshipsInput({})));
  const channels = useQuery(query("/network/sites", sitesInput({})));
  const cases = useQuery(query("/network/cases", casesInput({ case_state: "open" })));
  const user = useUser();
  const alerts = useQuery({
    ...query("/network/alerts", networkAlertsInput({ task: "open" })),
    enabled: hasPermission(user, "alert.review"),
  });
  const mayReviewVat = hasPermission(user, "vat.review");
  const vat = useQuery({
    ...query("/network/vat_reviews", vatReviewsInput({})),
    enabled: mayReviewVat,
  });
  return {
    reviews: (joins.data?.total ?? 0) + (channels.data?.total ?? 0) + (vat.data?.total ?? 0),
    cases: cases.data?.total,
    alerts: alerts.data?.total,
  };
}
