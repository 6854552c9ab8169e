import { Skeleton, Tabs } from "@mantine/core";
import { lazy, Suspense } from "react";

import { hasRole } from "@/api/roles";
import { useUser } from "@/api/useUser";
import { BrandsTab } from "@/features/network/brands/BrandsTab";
import classes from "@/features/network/Network.module.css";
import { TABS, type Tab, type TabProps } from "@/features/network/search";
import { common } from "@/text/core/common";
import { shell } from "@/text/core/shell";
import { network } from "@/text/network/network";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

// Each tab has its own tools; what is behind the first one loads once it is opened.
const ReviewsTab = lazy(() =>
  import("@/features/network/reviews/ReviewsTab").then(({ ReviewsTab }) => ({
    default: ReviewsTab,
  })),
);
const OrdersTab = lazy(() =>
  import("@/features/network/orders/OrdersTab").then(({ OrdersTab }) => ({ default: OrdersTab })),
);
const AccountsTab = lazy(() =>
  import("@/features/network/accounts/AccountsTab").then(({ AccountsTab }) => ({
    default: AccountsTab,
  })),
);

/** What the network's staff do: brands, reviews, orders, publishers. */
export function Network({ search, onSearch }: TabProps) {
  const user = useUser();
  if (!hasRole(user, "operator")) return <NotAllowed />;
  const { tab = "brands", perPage } = search;
  const go = (next: string | null) => {
    const picked = TABS.find((each): each is Tab => each === next);
    onSearch({ tab: picked === "brands" ? undefined : picked, perPage });
  };
  return (
    <>
      <PageHeader title={shell.network} help={network.help} />
      <Tabs value={tab} onChange={go} keepMounted={false}>
        <Tabs.List mb="lg" className={classes.tabs}>
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each} className={classes.tab}>
              {network.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="brands">
          <BrandsTab search={search} onSearch={onSearch} />
        </Tabs.Panel>
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
        <Tabs.Panel value="publishers">
          <Suspense fallback={<Skeleton h={480} radius="lg" />}>
            <AccountsTab search={search} onSearch={onSearch} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
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
