import { Badge, Box, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { RELATION_PENDING } from "@/api/gen/enums.gen";
import { query } from "@/api/query";
import { hasPermission, hasRole } from "@/api/user/roles";
import { mayOpenTab } from "@/api/user/tabPermissions";
import { useUser } from "@/api/user/useUser";
import { networkAlertsInput } from "@/features/network/alerts/search";
import { casesInput } from "@/features/network/cases/search";
import classes from "@/features/network/Network.module.css";
import { relationshipsInput, sitesInput, vatReviewsInput } from "@/features/network/reviews/search";
import { pagedSearch, TABS, type Tab } from "@/features/network/search";
import { lost } from "@/text/core/errorPages";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { lists } from "@/text/network/lists";
import { network } from "@/text/network/network";
import { formatNumber } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

interface NetworkProps {
  /** The list that is shown. */
  tab: Tab;
  children: ReactNode;
}

/** The network page of the staff: links to its lists, and the open list. */
export function Network({ tab, children }: NetworkProps) {
  const user = useUser();
  if (!hasRole(user, "operator")) return <NotAllowed />;
  return (
    <>
      <PageHeader title={shell.network} help={network.help} note={zoneNote(tab, user.time_zone)} />
      <Box miw={0}>
        <TabLinks tab={tab} />
        {mayOpenTab(user, tab) && children}
      </Box>
    </>
  );
}

/** Links to the lists that the user may open; the page size is kept. */
function TabLinks({ tab }: { tab: Tab }) {
  const user = useUser();
  const { perPage } = pagedSearch({ ...useSearch({ strict: false }) });
  const waiting = useWaiting();
  const { reviews, cases, alerts } = waiting;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the links are wider than the screen.
    list.current
      ?.querySelector(`[data-tab="${tab}"]`)
      ?.scrollIntoView?.({ inline: "center", block: "nearest" });
  }, [tab, reviews, cases, alerts]);
  return (
    <nav ref={list} className={classes.tabs} aria-label={shell.network}>
      {TABS.filter((each) => mayOpenTab(user, each)).map((each) => (
        <Link
          key={each}
          to={`/network/${each}`}
          search={{ perPage }}
          className={classes.tab}
          data-tab={each}
          aria-current={each === tab ? "page" : undefined}
        >
          {lists[each]}
          {each in waiting && <Count of={waiting[each]} />}
        </Link>
      ))}
    </nav>
  );
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

/** A count with reserved space, so that the links beside it do not move when it arrives. */
function Count({ of = 0 }: { of: number | undefined }) {
  return (
    <Badge
      variant="default"
      size="sm"
      fw={500}
      miw={28}
      opacity={of === 0 ? 0 : 1}
      aria-hidden={of === 0}
    >
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
            {lost.goHome}
          </ButtonLink>
        }
      />
    </>
  );
}

/** Tabs about brands' reports show times in UTC, not in a publisher's or an operator's zone. */
const IN_UTC: readonly Tab[] = ["orders", "imports", "refused", "cases"];

/** The time zone of a tab's times and days, said once for its whole screen. */
export function zoneNote(tab: Tab, ownZone: string): string {
  if (tab === "coupons") return network.days("UTC");
  if (tab === "rates") return network.ownDays;
  return table.times(IN_UTC.includes(tab) ? "UTC" : ownZone);
}
