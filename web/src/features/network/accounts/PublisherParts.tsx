import { Group, Stack, Text, Title } from "@mantine/core";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useArrival } from "@/api/arrival";
import { RELATION_JOINED } from "@/api/gen/enums.gen";
import type { AccountInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { SITE_STATES } from "@/features/network/reviews/reviewStates";
import { accounts as words } from "@/text/network/accounts";
import { network } from "@/text/network/network";
import { payment } from "@/text/payments/payment";
import { countryName, formatDayIn } from "@/ui/base/format";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { PAYMENT_LOOKS } from "@/ui/base/paymentLooks";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Answer } from "@/ui/feedback/Answer";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { RowList } from "@/ui/table/RowList";
import { Changes, changesQuery, Members } from "./PublisherPeople";

/** The first rows of each list, which its own page continues. */
const page = { perPage: 5 };

interface PartProps {
  uid: number;
  zone: string;
}

const infoQuery = (uid: number) => query("/network/account_info", { attributes: { uid } });
const sitesQuery = (uid: number) => query("/network/sites", { filter: { uid }, page });
const brandsQuery = (uid: number) =>
  query("/network/relationships", { filter: { uid, status: RELATION_JOINED }, page });
const ordersQuery = (uid: number) => query("/network/orders", { filter: { uid }, page });
const paymentsQuery = (uid: number) => query("/network/payments", { filter: { uid }, page });

/**
 * A publisher's details, channels, brands, latest orders and payments, as far as the operator may
 * see them.
 */
export function PublisherParts({ uid }: { uid: number }) {
  const user = useUser();
  const of = { uid, zone: user.time_zone };
  const info = useQuery(infoQuery(uid));
  const parts = PARTS.filter(({ permission }) => hasPermission(user, permission));
  const arrived = useArrival(
    infoQuery(uid),
    changesQuery(uid),
    ...parts.map(({ read }) => read(uid)),
  );
  // Rendered as a whole: rendering piece by piece would shift what follows.
  if (!arrived) return <SkeletonRows rows={8} height={48} />;
  return (
    <Stack gap="lg" pb="lg">
      <Answer of={info}>
        {(known) => (
          <>
            <Facts info={known} zone={of.zone} />
            <Members uid={uid} members={known.members} />
          </>
        )}
      </Answer>
      <Changes {...of} />
      {parts.map(({ permission, Part }) => (
        <Part key={permission} {...of} />
      ))}
      <Group gap="md">
        {hasPermission(user, "settlement.edit") && (
          <AnchorLink to="/network/settlements" search={{ uid }} size="sm">
            {words.settlements}
          </AnchorLink>
        )}
        {hasPermission(user, "case.review") && (
          <AnchorLink to="/network/cases" search={{ uid }} size="sm">
            {words.cases}
          </AnchorLink>
        )}
      </Group>
    </Stack>
  );
}

function Facts({ info, zone }: { info: AccountInfo; zone: string }) {
  const { company, phone, time_zone, currency, referred_by, last_seen } = info;
  return (
    <Stack gap="sm">
      {company?.name && <DetailRow name={network.company}>{company.name}</DetailRow>}
      {company?.country && (
        <DetailRow name={network.country}>{countryName(company.country)}</DetailRow>
      )}
      {phone && <DetailRow name={words.phone}>{phone}</DetailRow>}
      <DetailRow name={words.zone}>{time_zone}</DetailRow>
      <DetailRow name={network.currency}>{currency}</DetailRow>
      {last_seen && <TimeRow name={words.lastSeen} value={last_seen} zone={zone} />}
      {referred_by && (
        <DetailRow name={words.referredBy}>
          <AnchorLink to="/network/publishers" search={{ look: String(referred_by) }} inherit>
            {network.publisherId(referred_by)}
          </AnchorLink>
        </DetailRow>
      )}
    </Stack>
  );
}

function Channels({ uid }: PartProps) {
  const answer = useQuery(sitesQuery(uid));
  return (
    <ListPart
      title={network.channels}
      answer={answer}
      none={words.noChannels}
      all={
        <AnchorLink to="/network/reviews" search={{ uid, show: "all" }} size="sm">
          {words.allChannels}
        </AnchorLink>
      }
      row={({ site_id, name, website, status }) => (
        <Row
          key={site_id}
          name={
            <AnchorLink to="/network/reviews" search={{ look: `${uid} ${site_id}` }} inherit>
              {name}
            </AnchorLink>
          }
          below={website}
          figure={
            <StatusBadge state={SITE_STATES[status]}>{network.siteStatuses[status]}</StatusBadge>
          }
        />
      )}
    />
  );
}

function Brands({ uid, zone }: PartProps) {
  const answer = useQuery(brandsQuery(uid));
  return (
    <ListPart
      title={words.brands}
      answer={answer}
      none={words.noBrands}
      all={
        <AnchorLink to="/network/reviews" search={{ uid, show: "approved" }} size="sm">
          {words.allBrands}
        </AnchorLink>
      }
      row={({ site_id, site_name, mcid, brand_name, applied_at }) => (
        <Row
          key={`${site_id} ${mcid}`}
          name={
            <AnchorLink
              to="/network/reviews"
              search={{ look: `${uid} ${site_id} ${mcid}` }}
              inherit
            >
              {brand_name}
            </AnchorLink>
          }
          below={site_name}
          figure={<Hint span>{words.applied(formatDayIn(applied_at, zone))}</Hint>}
        />
      )}
    />
  );
}

function Orders({ uid }: PartProps) {
  const answer = useQuery(ordersQuery(uid));
  return (
    <ListPart
      title={words.orders}
      answer={answer}
      none={words.noOrders}
      all={
        <AnchorLink to="/network/orders" search={{ uid }} size="sm">
          {words.allOrders}
        </AnchorLink>
      }
      row={({ oid, order_id, brand_name, order_time, status, sale_amount, currency }) => (
        <Row
          key={oid}
          name={
            <AnchorLink to="/network/orders" search={{ look: String(oid) }} inherit>
              {order_id}
            </AnchorLink>
          }
          below={`${brand_name} · ${formatDayIn(order_time, "UTC")} · ${network.itemStatuses[status]}`}
          figure={<Money amount={sale_amount} currency={currency} />}
        />
      )}
    />
  );
}

function Payments({ uid, zone }: PartProps) {
  const answer = useQuery(paymentsQuery(uid));
  return (
    <ListPart
      title={words.payments}
      answer={answer}
      none={words.noPayments}
      all={
        <AnchorLink to="/network/payments" search={{ uid }} size="sm">
          {words.allPayments}
        </AnchorLink>
      }
      row={({ payment_id, request_date, status, net, currency }) => (
        <Row
          key={payment_id}
          name={
            <AnchorLink to="/network/payments" search={{ look: String(payment_id) }} inherit>
              {payment_id}
            </AnchorLink>
          }
          below={
            <Group component="span" gap="xs">
              {formatDayIn(request_date, zone)}
              <StatusBadge state={PAYMENT_LOOKS[status]}>{payment.states[status]}</StatusBadge>
            </Group>
          }
          figure={<Money amount={net} currency={currency} />}
        />
      )}
    />
  );
}

/** The lists, with the permission that each needs. */
const PARTS = [
  { permission: "site.review", read: sitesQuery, Part: Channels },
  { permission: "relationship.review", read: brandsQuery, Part: Brands },
  { permission: "order.edit", read: ordersQuery, Part: Orders },
  { permission: "payment.send", read: paymentsQuery, Part: Payments },
] as const;

interface ListPartProps<Entry> {
  title: string;
  answer: UseQueryResult<{ list: Entry[] }>;
  /** The text shown if there are no rows. */
  none: string;
  /** The link to the whole list. */
  all: ReactNode;
  row: (entry: Entry) => ReactNode;
}

/** The beginning of a list, and the link to all of it. */
function ListPart<Entry>({ title, answer, none, all, row }: ListPartProps<Entry>) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Group justify="space-between" align="baseline">
        <Title order={3}>{title}</Title>
        {all}
      </Group>
      <Answer of={answer}>
        {({ list }) =>
          list.length === 0 ? <Hint>{none}</Hint> : <RowList label={title}>{list.map(row)}</RowList>
        }
      </Answer>
    </Stack>
  );
}

interface RowProps {
  name: ReactNode;
  below: ReactNode;
  figure: ReactNode;
}

function Row({ name, below, figure }: RowProps) {
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: "anywhere" }}>
          {below}
        </Text>
      </div>
      <Text size="sm" component="div" style={{ flex: "none" }}>
        {figure}
      </Text>
    </Group>
  );
}
