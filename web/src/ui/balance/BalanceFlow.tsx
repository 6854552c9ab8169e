import { Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import type { CSSProperties } from "react";

import type { PaymentBalance } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { payment as words } from "@/text/payments/payment";
import { formatMoney } from "@/ui/base/format";
import { AnchorLink } from "@/ui/base/links";
import { lastDays } from "@/ui/base/period";
import { AsTable } from "@/ui/chart/AsTable";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import classes from "./BalanceFlow.module.css";
import { STAGES, type Stage } from "./stages";

/** How many days back the links to the list of orders go. */
const DAYS_OF_ORDERS = 4 * 365;
/** Minimum share of the largest circle, so that small ones stay visible. */
const SMALLEST = 0.2;
const LETTERS_OF_ICON = 3;

/**
 * Where the publisher's money is, from pending to paid: a circle for each stage, whose area is its amount, on one line.
 * Each leads to the list that it is made of.
 */
export function BalanceFlow({ balance }: { balance: PaymentBalance }) {
  const { time_zone } = useUser();
  const shown = STAGES.filter((stage) => stage !== "needs_you" || Number(balance.needs_you) > 0);
  const figures = new Map(
    shown.map((stage) => [stage, formatMoney(balance[stage], balance.currency)] as const),
  );
  const links = linksOf(balance, time_zone);
  const most = Math.max(...shown.map((stage) => Math.abs(Number(balance[stage]))));
  const longest = Math.max(...[...figures.values()].map(({ length }) => length));
  const letters = longest + (shown.includes("needs_you") ? LETTERS_OF_ICON : 0);
  const share = (stage: Stage) =>
    Math.max(Math.sqrt(Math.abs(Number(balance[stage])) / most), SMALLEST);
  const partly = Number(balance.waiting) > 0 && balance.waiting !== balance.approved;
  return (
    <figure aria-label={words.flow} className="portal-figure">
      <div className={classes.flow}>
        <ol className={classes.steps}>
          {shown.map((stage) => (
            <li key={stage} className={classes.step} data-stage={stage}>
              <AnchorLink
                {...links[stage]}
                c="inherit"
                underline="never"
                className={classes.link}
                title={words.stageHelp[stage]}
              >
                <span className={classes.place} aria-hidden="true">
                  <span
                    className={classes.circle}
                    data-hollow={Number(balance[stage]) <= 0 || undefined}
                    style={{ "--share": most > 0 ? share(stage) : SMALLEST } as CSSProperties}
                  />
                </span>
                <span className={classes.words}>
                  <Text span size="xs" c="dimmed" display="block">
                    {words.stages[stage]}
                  </Text>
                  <span
                    className={classes.figure}
                    style={{ "--letters": letters } as CSSProperties}
                  >
                    {stage === "needs_you" && (
                      <IconAlertTriangle size={14} stroke={2} aria-hidden="true" />
                    )}
                    {figures.get(stage)}
                  </span>
                </span>
              </AnchorLink>
              {stage === "approved" && partly && (
                <AnchorLink
                  to="/payments/details"
                  search={{ state: "waiting" }}
                  size="xs"
                  className={classes.part}
                >
                  {words.ofWhichWaiting(formatMoney(balance.waiting, balance.currency))}
                </AnchorLink>
              )}
            </li>
          ))}
        </ol>
      </div>
      <AsTable>
        <SmallTable label={words.flow}>
          <thead>
            <tr>
              <Head>{words.stage}</Head>
              <Head>{words.stageMeans}</Head>
              <Head numeric>{words.amount}</Head>
            </tr>
          </thead>
          <tbody>
            {shown.map((stage) => (
              <tr key={stage}>
                <Cell>{words.stages[stage]}</Cell>
                <Cell>{words.stageHelp[stage]}</Cell>
                <Cell numeric>{figures.get(stage)}</Cell>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </AsTable>
    </figure>
  );
}

/**
 * The list of each stage. What is approved is a list of settlements if all of it waits for brands; else also of orders whose
 * month is not closed.
 */
function linksOf({ waiting, approved }: PaymentBalance, zone: string) {
  const settlements = (state: "waiting" | "payable"): LinkProps => ({
    to: "/payments/details",
    search: { state },
  });
  const payments = (status: "on_the_way" | "failed" | "paid"): LinkProps => ({
    to: "/payments/summary",
    search: { status },
    hash: PAYMENTS,
  });
  const orders = (search: { status: "pending" } | { status: "approved"; paid: boolean }) =>
    ({
      to: "/reports/transactions",
      search: { ...search, ...lastDays(DAYS_OF_ORDERS, zone) },
    }) satisfies LinkProps;
  const isClosed = waiting === approved && Number(waiting) > 0;
  return {
    pending: orders({ status: "pending" }),
    approved: isClosed ? settlements("waiting") : orders({ status: "approved", paid: false }),
    withdrawable: settlements("payable"),
    on_the_way: payments("on_the_way"),
    needs_you: payments("failed"),
    paid: payments("paid"),
  } satisfies Record<Stage, LinkProps>;
}

/** The id of the list of payments, which is below the picture on its page. */
export const PAYMENTS = "payments";
