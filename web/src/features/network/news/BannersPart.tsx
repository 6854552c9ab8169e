import { Text } from "@mantine/core";
import type { NetworkBanner } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { FormTable } from "@/features/network/FormTable";
import { pageOf } from "@/features/network/searchParams";
import { news } from "@/text/network/news";
import { DateText } from "@/ui/base/Numbers";
import { overlay } from "@/ui/base/overlay";
import { parseId } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { dateColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { PhaseBadge } from "./PhaseBadge";
import type { PartProps } from "./searchParams";

const BannerForm = overlay(
  () => import("./BannerForm").then(({ BannerForm }) => BannerForm),
  <SkeletonRows rows={6} height={48} />,
);

/** All banners, and the form of one. */
export function BannersPart({ search, onSearch, filters }: PartProps) {
  const { time_zone: zone } = useUser();
  const page = pageOf(search);
  const answer = useSteadyQuery("/network/banners", { page });
  const edited = parseId(search.edit);
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : ({ id }) => id === edited,
    alone: query("/network/banners", { filter: { id: edited } }),
  });
  return (
    <FormTable
      search={search}
      onSearch={onSearch}
      filters={filters}
      name="network_banners"
      label={news.banners}
      answer={answer}
      columns={columnsOf(zone)}
      id={({ id }) => String(id)}
      page={page}
      empty={<EmptyState title={news.noBanners} help={news.noBannersHelp} />}
      add={news.addBanner}
      change={news.changeBanner}
      opened={opened}
      form={(close, reload, saved) => (
        <BannerForm key={search.edit} saved={saved} onSaved={close} onReload={reload} />
      )}
    />
  );
}

function columnsOf(zone: string): Array<Column<NetworkBanner>> {
  return [
    {
      key: "title",
      title: news.heading,
      cell: ({ title }) => (
        <Text
          span
          inherit
          fw={500}
          truncate
          maw={360}
          display="block"
          title={title}
          className="portal-wraps"
        >
          {title}
        </Text>
      ),
    },
    {
      key: "state",
      title: news.state,
      phone: "status",
      cell: ({ starts_at, ends_at }) => <PhaseBadge start={starts_at} end={ends_at} />,
    },
    textColumn("link", news.link),
    dateColumn("starts_at", news.startsAt, zone, { phone: "more" }),
    {
      key: "ends_at",
      title: news.endsAt,
      cell: ({ ends_at }) => ends_at && <DateText value={ends_at} zone={zone} />,
    },
  ];
}
