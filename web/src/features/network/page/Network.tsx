import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { hasRole } from "@/api/user/roles";
import { mayOpenTab } from "@/api/user/tabPermissions";
import { useUser } from "@/api/user/useUser";
import type { Tab } from "@/features/network/searchParams";
import { lost } from "@/text/core/errorPages";
import { trouble } from "@/text/core/loadErrors";
import { shell } from "@/text/core/shell";
import { table } from "@/text/core/table";
import { lists } from "@/text/network/lists";
import { network } from "@/text/network/network";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { PageHeader } from "@/ui/layout/PageHeader";

interface NetworkProps {
  /** The list that is shown. */
  tab: Tab;
  children: ReactNode;
}

/** One of the lists of the network, or why the user may not open it. */
export function Network({ tab, children }: NetworkProps) {
  const user = useUser();
  if (!hasRole(user, "operator")) return <NotAllowed />;
  if (!mayOpenTab(user, tab))
    return <EmptyState title={trouble.forbiddenTitle} heading="h1" help={network.notYours} />;
  return (
    <>
      <PageHeader title={lists[tab]} note={zoneNote(tab, user.time_zone)} />
      <Box miw={0}>{children}</Box>
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
export function zoneNote(tab: Tab, ownZone: string): string | undefined {
  if (tab === "overview") return undefined;
  if (tab === "coupons") return network.days("UTC");
  if (tab === "rates") return network.ownDays;
  return table.times(IN_UTC.includes(tab) ? "UTC" : ownZone);
}

/** The list that a path names. */
export const parseTab = (name: unknown): Tab =>
  Object.hasOwn(lists, String(name)) ? (name as Tab) : "overview";
