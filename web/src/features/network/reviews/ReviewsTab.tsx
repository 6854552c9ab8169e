import { Stack, Title } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import type { NetworkRelationship, NetworkSite } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { usePublisherChip } from "@/features/network/pickers/pickerChips";
import type { TabProps } from "@/features/network/searchParams";
import { network } from "@/text/network/network";
import { Hint } from "@/ui/base/Hint";
import { parseId, parseText } from "@/ui/base/searchParams";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { choiceChip } from "@/ui/filter/chips";
import { FilterBar } from "@/ui/filter/FilterBar";
import { DataTable } from "@/ui/table/DataTable";
import { useRowDrawer } from "@/ui/table/useRowDrawer";
import { relationshipColumns, siteColumns } from "./reviewColumns";
import {
  type ReviewsSearch,
  relationshipsInput,
  SHOWN,
  sitesInput,
  vatReviewsInput,
} from "./searchParams";
import { vatColumns } from "./vatColumns";

/** Reviews: channels' applications to brands, new channels, and VAT registrations. */
export function ReviewsTab({ search, onSearch }: TabProps<ReviewsSearch>) {
  const user = useUser();
  const zone = user.time_zone;
  const { show, uid } = search;
  const go = (change: Partial<ReviewsSearch>) =>
    onSearch({ ...search, curPage: undefined, sitePage: undefined, ...change });
  const publisher = usePublisherChip(uid, (value) => go({ uid: value }));
  // A list would move with those above it, so it comes after them; as late as their rows do.
  const relationships = useSteadyQuery("/network/relationships", relationshipsInput(search));
  const sites = useSteadyQuery("/network/sites", sitesInput(search));
  const second = useDeferredValue(!relationships.isPending);
  const third = useDeferredValue(!relationships.isPending && !sites.isPending);
  return (
    <Stack gap="lg">
      <FilterBar
        chips={[
          choiceChip({
            key: "show",
            name: network.show,
            words: network.reviewsShown,
            of: SHOWN,
            value: show,
            usual: "waiting",
            always: true,
            onChange: (value) => go({ show: value }),
          }),
          publisher,
        ]}
      />
      <Relationships search={search} onSearch={onSearch} zone={zone} />
      {second && <Sites search={search} onSearch={onSearch} zone={zone} />}
      {third && hasPermission(user, "vat.review") && <VatReviews search={search} zone={zone} />}
    </Stack>
  );
}

interface PartProps extends TabProps<ReviewsSearch> {
  zone: string;
}

function Relationships({ search, onSearch, zone }: PartProps) {
  const ask = relationshipsInput(search);
  const answer = useSteadyQuery("/network/relationships", ask);
  const { look } = search;
  const named = parseRelationship(look);
  const rows = useRowDrawer({
    answer,
    id: relationshipKey,
    shown: named && look,
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/network/relationships", { filter: named }),
    title: ({ site_name, brand_name }) => `${site_name} · ${brand_name}`,
    columns: relationshipColumns(zone, { decided: true, inDrawer: true }),
  });
  return (
    <Stack gap="sm">
      <Head
        title={network.relationships}
        help={network.relationshipsShown[search.show ?? "waiting"]}
      />
      <DataTable
        {...rows}
        name="network_relationships"
        label={network.relationships}
        columns={relationshipColumns(zone, { decided: search.show !== undefined })}
        hiddenByDefault={["uid"]}
        expected={4}
        empty={<NoReviews search={search} />}
        page={ask.page}
        onPage={(picked) => onSearch({ ...search, ...picked })}
      />
    </Stack>
  );
}

function Sites({ search, onSearch, zone }: PartProps) {
  const ask = sitesInput(search);
  const answer = useSteadyQuery("/network/sites", ask);
  const { look } = search;
  const named = parseSite(look);
  const rows = useRowDrawer({
    answer,
    id: siteKey,
    shown: named && look,
    onShow: (shown) => onSearch({ ...search, look: shown }),
    alone: query("/network/sites", { filter: named }),
    title: ({ name }) => name,
    columns: siteColumns(zone, true),
  });
  return (
    <Stack gap="sm">
      <Head title={network.channels} help={network.channelsShown[search.show ?? "waiting"]} />
      <DataTable
        {...rows}
        name="network_sites"
        label={network.channels}
        columns={siteColumns(zone, search.show !== undefined)}
        hiddenByDefault={["uid"]}
        expected={4}
        empty={<NoReviews search={search} />}
        page={ask.page}
        onPage={({ curPage, perPage }) => onSearch({ ...search, sitePage: curPage, perPage })}
      />
    </Stack>
  );
}

function VatReviews({ search, zone }: { search: ReviewsSearch; zone: string }) {
  const [curPage, setPage] = useState(1);
  const ask = vatReviewsInput(search, curPage);
  const answer = useSteadyQuery("/network/vat_reviews", ask);
  return (
    <Stack gap="sm">
      <Head title={network.vatReviews} help={network.vatReviewsHelp} />
      <DataTable
        name="network_vat_reviews"
        label={network.vatReviews}
        answer={answer}
        columns={vatColumns(zone, search.show !== undefined)}
        id={({ uid }) => uid}
        hiddenByDefault={["uid"]}
        expected={4}
        empty={<NoReviews search={search} />}
        page={ask.page}
        onPage={({ curPage }) => setPage(curPage ?? 1)}
      />
    </Stack>
  );
}

function Head({ title, help }: { title: string; help: string }) {
  return (
    <Stack gap={0}>
      <Title order={2}>{title}</Title>
      <Hint size="sm">{help}</Hint>
    </Stack>
  );
}

function NoReviews({ search: { show, uid } }: { search: ReviewsSearch }) {
  return (
    <EmptyState
      title={show || uid ? network.noneAll : network.noneWaiting}
      help={show || uid ? network.noMatchHelp : network.noneWaitingHelp}
    />
  );
}

type RelationshipKey = Pick<NetworkRelationship, "uid" | "site_id" | "mcid">;
type SiteKey = Pick<NetworkSite, "uid" | "site_id">;

const relationshipKey = ({ uid, site_id, mcid }: RelationshipKey) => `${uid} ${site_id} ${mcid}`;
const siteKey = ({ uid, site_id }: SiteKey) => `${uid} ${site_id}`;

function parseRelationship(look: string | undefined): RelationshipKey | undefined {
  const [owner, channel, brand, ...more] = look?.split(" ") ?? [];
  const [uid, site_id, mcid] = [parseId(owner), parseId(channel), parseText(brand)];
  return uid && site_id && mcid && more.length === 0 ? { uid, site_id, mcid } : undefined;
}

function parseSite(look: string | undefined): SiteKey | undefined {
  const [owner, channel, ...more] = look?.split(" ") ?? [];
  const [uid, site_id] = [parseId(owner), parseId(channel)];
  return uid && site_id && more.length === 0 ? { uid, site_id } : undefined;
}
