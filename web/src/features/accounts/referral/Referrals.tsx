import { Hint } from "@/ui/base/Hint";
import { stateColumn, textColumn } from "@/ui/table/columns";
import "@/ui/styles/pageStyles";

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import type { Referred } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useMoney } from "@/api/user/useMoney";
import { useUser } from "@/api/user/useUser";
import { referral } from "@/text/accounts/referral";
import { formatDateTime, formatMoney, formatNumber } from "@/ui/base/format";
import { Stat } from "@/ui/chart/Stat";
import { StatGrid } from "@/ui/chart/StatGrid";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { CopyButton } from "@/ui/form/CopyButton";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";
import { Panel } from "@/ui/layout/Panel";
import { type Column, DataTable } from "@/ui/table/DataTable";
import { PageControls } from "@/ui/table/PageControls";
import type { Paging } from "@/ui/table/paging";

const STATES = { joined: "pending", verified: "approved", earning: "paid" } as const;

/** The publisher's referral link, ways to share it, and the people referred. */
export function Referrals({ page, onPage }: { page: Paging; onPage: (page: Paging) => void }) {
  const { referral_url: url, time_zone: zone } = useUser();
  const answer = useQuery({
    ...query("/home/refer", { page }),
    placeholderData: (before) => before,
  });
  const { data } = answer;
  const columns: Array<Column<Referred & { index: number }>> = [
    textColumn("name", referral.name),
    {
      key: "joined_at",
      title: referral.joined,
      phone: "more",
      cell: ({ joined_at }) => formatDateTime(joined_at, zone),
    },
    stateColumn("state", referral.state, STATES, referral.states),
  ];
  const invited = data ? formatNumber(data.total) : "–";
  const seesMoney = useMoney();
  const bonus = data && seesMoney ? formatMoney(data.bonus, data.currency) : "–";
  const rows = data?.list.map((row, index) => ({ ...row, index }));
  return (
    <Page>
      <PageHeader title={referral.title} help={referral.help} />
      <Panel title={referral.link}>
        <Stack gap="xs">
          <Group gap="sm" align="flex-end">
            <TextInput aria-label={referral.link} value={url} readOnly flex={1} miw={200} />
            <CopyButton value={url} label={referral.copy} />
            {"share" in navigator && (
              <Button
                variant="default"
                leftSection={<IconShare size={16} stroke={1.5} />}
                // Closing the device's share dialog is not an error.
                onClick={() =>
                  void navigator.share({ text: referral.shareText, url }).catch(() => undefined)
                }
              >
                {referral.share}
              </Button>
            )}
          </Group>
          <Hint size="sm">
            {referral.linkHelp}
            {data && ` ${referral.earns(formatNumber(data.bonus_percent, 2))}`}
          </Hint>
        </Stack>
      </Panel>
      <StatGrid figures={seesMoney ? [invited, bonus] : [invited]}>
        <Stat label={referral.invited} figure={invited} />
        {seesMoney && <Stat label={referral.bonus} figure={bonus} />}
      </StatGrid>
      <DataTable
        name="referrals"
        label={referral.people}
        answer={{ ...answer, data: rows && { list: rows } }}
        columns={columns}
        id={({ index }) => index}
        expected={3}
        empty={<EmptyState title={referral.empty} help={referral.emptyHelp} />}
        pages={data && <PageControls total={data.total} {...page} onChange={onPage} />}
      />
    </Page>
  );
}
