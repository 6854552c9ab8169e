import { Badge, Skeleton, Tabs, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";

import { RELATION_PENDING } from "@/api/gen/enums.gen";
import { query } from "@/api/query";
import { hasPermission, hasRole, type User } from "@/api/user/roles";
import { TAB_PERMISSIONS } from "@/api/user/tabPermissions";
import { useUser } from "@/api/user/useUser";
import { BrandsTab } from "@/features/network/brands/BrandsTab";
import classes from "@/features/network/Network.module.css";
import {
  casesInput,
  relationshipsInput,
  sitesInput,
  TABS,
  type Tab,
  type TabProps,
} from "@/features/network/search";
import { common } from "@/text/core/common";
import { shell } from "@/text/core/shell";
import { network } from "@/text/network/network";
import { formatNumber } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";
import { zoneNote } from "./zoneNote";

// Each tab has its own tools; what is behind the first one loads once it is opened.
const CouponsTab = lazy(() =>
  import("@/features/network/coupons/CouponsTab").then(({ CouponsTab }) => ({
    default: CouponsTab,
  })),
);
const ReviewsTab = lazy(() =>
  import("@/features/network/reviews/ReviewsTab").then(({ ReviewsTab }) => ({
    default: ReviewsTab,
  })),
);
const OrdersTab = lazy(() =>
  import("@/features/network/orders/OrdersTab").then(({ OrdersTab }) => ({ default: OrdersTab })),
);
const ImportsTab = lazy(() =>
  import("@/features/network/imports/ImportsTab").then(({ ImportsTab }) => ({
    default: ImportsTab,
  })),
);
const CasesTab = lazy(() =>
  import("@/features/network/cases/CasesTab").then(({ CasesTab }) => ({ default: CasesTab })),
);
const SettlementsTab = lazy(() =>
  import("@/features/network/money/SettlementsTab").then(({ SettlementsTab }) => ({
    default: SettlementsTab,
  })),
);
const PaymentsTab = lazy(() =>
  import("@/features/network/money/PaymentsTab").then(({ PaymentsTab }) => ({
    default: PaymentsTab,
  })),
);
const RatesTab = lazy(() =>
  import("@/features/network/rates/RatesTab").then(({ RatesTab }) => ({ default: RatesTab })),
);
const AccountsTab = lazy(() =>
  import("@/features/network/accounts/AccountsTab").then(({ AccountsTab }) => ({
    default: AccountsTab,
  })),
);

const StaffTab = lazy(() =>
  import("@/features/network/staff/StaffTab").then(({ StaffTab }) => ({ default: StaffTab })),
);

const NewsTab = lazy(() =>
  import("@/features/network/news/NewsTab").then(({ NewsTab }) => ({ default: NewsTab })),
);

/** What the network's staff do: brands, coupons, reviews, orders, publishers. */
export function Network({ search, onSearch }: TabProps) {
  const user = useUser();
  return hasRole(user, "operator") ? (
    <NetworkTabs user={user} search={search} onSearch={onSearch} />
  ) : (
    <NotAllowed />
  );
}

function NetworkTabs({ user, search, onSearch }: TabProps & { user: User }) {
  const { tab = "brands", perPage } = search;
  const tabs = TABS.filter((each) => {
    const needed = TAB_PERMISSIONS[each];
    return !needed || hasPermission(user, needed);
  });
  const waiting = useWaiting();
  const { reviews, cases } = waiting;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the tabs are wider than the screen.
    list.current
      ?.querySelector(`[data-tab="${tab}"]`)
      ?.scrollIntoView?.({ inline: "center", block: "nearest" });
  }, [tab, reviews, cases]);
  const go = (next: string | null) => {
    const picked = TABS.find((each): each is Tab => each === next);
    onSearch({ tab: picked === "brands" ? undefined : picked, perPage });
  };
  return (
    <>
      <PageHeader title={shell.network} help={network.help} note={zoneNote(tab, user.time_zone)} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List ref={list} mb="lg" className={classes.tabs}>
          {tabs.map((each) => (
            <Tabs.Tab
              key={each}
              value={each}
              data-tab={each}
              className={classes.tab}
              rightSection={waiting[each] ? <Count of={waiting[each]} /> : undefined}
            >
              {network.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="brands">
          <BrandsTab search={search} onSearch={onSearch} />
        </Tabs.Panel>
        {tabs.includes("coupons") && (
          <Tabs.Panel value="coupons">
            <Suspense fallback={<Skeleton h={480} radius="lg" />}>
              <CouponsTab search={search} onSearch={onSearch} />
            </Suspense>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="reviews">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <ReviewsTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="orders">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <OrdersTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        {tabs.includes("imports") && (
          <Tabs.Panel value="imports">
            <Suspense fallback={<Skeleton h={480} radius="lg" />}>
              <ImportsTab search={search} onSearch={onSearch} />
            </Suspense>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="cases">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <CasesTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="settlements">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <SettlementsTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <PaymentsTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        {tabs.includes("rates") && (
          <Tabs.Panel value="rates">
            <Suspense fallback={<Skeleton h={480} radius="lg" />}>
              <RatesTab search={search} onSearch={onSearch} />
            </Suspense>
          </Tabs.Panel>
        )}
        <Tabs.Panel value="publishers">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <AccountsTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
        {tabs.includes("staff") && (
          <Tabs.Panel value="staff">
            <Suspense fallback={<Skeleton h={480} radius="lg" />}>
              <StaffTab search={search} onSearch={onSearch} />
            </Suspense>
          </Tabs.Panel>
        )}
        {tabs.includes("news") && (
          <Tabs.Panel value="news">
            <Suspense fallback={<Skeleton h={480} radius="lg" />}>
              <NewsTab search={search} onSearch={onSearch} />
            </Suspense>
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  );
}

/** How much waits for the network, by the tab where it is decided. */
function useWaiting(): Partial<Record<Tab, number>> {
  const joins = useQuery(query("/network/relationships", relationshipsInput({})));
  const channels = useQuery(query("/network/sites", sitesInput({})));
  const cases = useQuery(query("/network/cases", casesInput({ case_state: "open" })));
  return {
    reviews: (joins.data?.total ?? 0) + (channels.data?.total ?? 0),
    cases: cases.data?.total,
  };
}

function Count({ of }: { of: number }) {
  return (
    <Badge variant="default" size="sm" fw={500}>
      {formatNumber(of)}
      <VisuallyHidden> {network.relations[RELATION_PENDING].toLowerCase()}</VisuallyHidden>
    </Badge>
  );
}

function NotAllowed() {
  return (
    <>
      <PageHeader title={shell.network} />
      <EmptyState
        title={network.notAllowed}
        help={network.notAllowedHelp}
        action={
          <ButtonLink variant="default" to="/dashboard">
            {common.goHome}
          </ButtonLink>
        }
      />
    </>
  );
}
