import { Stack, Text } from "@mantine/core";
import type { NetworkCoupon } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { useSteadyQuery } from "@/api/useSteadyQuery";
import { FormTable } from "@/features/network/FormTable";
import { PHASE_STATES, type Phase } from "@/features/network/news/phase";
import { PublisherName } from "@/features/network/pickers/PublisherName";
import { useBrandChip } from "@/features/network/pickers/pickerChips";
import { pageOf, type TabProps } from "@/features/network/searchParams";
import { coupons as words } from "@/text/network/coupons";
import { formatDay } from "@/ui/base/format";
import { overlay } from "@/ui/base/overlay";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { parseId } from "@/ui/base/searchParams";
import { openConfirm } from "@/ui/confirm/confirmStore";
import { EmptyList } from "@/ui/feedback/EmptyState";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { FilterBar } from "@/ui/filter/FilterBar";
import { ActionMenu } from "@/ui/overlay/ActionMenu";
import { menuColumn, textColumn } from "@/ui/table/columns";
import type { Column } from "@/ui/table/DataTable";
import { useOpenedRow } from "@/ui/table/opened/useOpenedRow";
import { couponTerms } from "./couponTerms";
import { type CouponsSearch, couponsInput } from "./searchParams";

const CouponForm = overlay(
  () => import("./CouponForm").then(({ CouponForm }) => CouponForm),
  <SkeletonRows rows={6} height={48} />,
);

/** The coupons of all brands or of one, including expired ones, and the form to edit one. */
export function CouponsTab({ search, onSearch }: TabProps<CouponsSearch>) {
  const answer = useSteadyQuery("/network/coupons", couponsInput(search));
  const { mcid } = search;
  const edited = parseId(search.edit);
  const opened = useOpenedRow({
    answer,
    isOpened: search.edit === undefined ? undefined : ({ id }) => id === edited,
    alone: query("/network/coupons", { filter: { id: edited } }),
  });
  const narrow = (value: string | undefined) =>
    onSearch({ ...search, mcid: value, curPage: undefined });
  const brand = useBrandChip(mcid, narrow);
  return (
    <Stack>
      <FormTable
        search={search}
        onSearch={onSearch}
        name="network_coupons"
        label={words.table}
        answer={answer}
        columns={couponColumns(({ id }) => onSearch({ ...search, edit: String(id) }))}
        id={({ id }) => String(id)}
        page={pageOf(search)}
        filters={<FilterBar chips={[brand]} />}
        empty={<EmptyList words={words} onClear={!!mcid && (() => narrow(undefined))} />}
        add={words.add}
        change={words.change}
        opened={opened}
        form={(close, reload, saved) => (
          <CouponForm
            key={search.edit}
            saved={saved}
            mcid={mcid}
            onSaved={close}
            onReload={reload}
          />
        )}
      />
    </Stack>
  );
}

function couponColumns(onEdit: (coupon: NetworkCoupon) => void): Array<Column<NetworkCoupon>> {
  return [
    {
      key: "code",
      title: words.code,
      always: true,
      cell: ({ code }) => (
        <Text span inherit fw={500}>
          {code}
        </Text>
      ),
    },
    textColumn("brand_name", words.brand, { phone: "more" }),
    {
      key: "state",
      title: words.state,
      phone: "status",
      cell: (coupon) => {
        const phase = couponPhase(coupon);
        return <StatusBadge state={PHASE_STATES[phase]}>{words.states[phase]}</StatusBadge>;
      },
    },
    {
      key: "description",
      title: words.description,
      cell: ({ description }) => (
        <Text inherit truncate maw={140} title={description}>
          {description}
        </Text>
      ),
    },
    {
      key: "uid",
      title: words.audience,
      cell: ({ uid, publisher }) =>
        uid === null ? words.everybody : <PublisherName uid={uid} name={publisher} />,
    },
    {
      key: "starts_at",
      title: words.startsAt,
      cell: ({ starts_at }) => (starts_at ? formatDay(starts_at) : "–"),
    },
    {
      key: "ends_at",
      title: words.endsAt,
      cell: ({ ends_at }) => (ends_at ? formatDay(ends_at) : "–"),
    },
    menuColumn((coupon) => <CouponActions coupon={coupon} onEdit={() => onEdit(coupon)} />),
  ];
}

/** The actions for a coupon: edit it, or end one that has not expired. */
function CouponActions({ coupon, onEdit }: { coupon: NetworkCoupon; onEdit: () => void }) {
  const { mcid, code, description, uid } = coupon;
  const save = useCall("/network/coupon_save", {
    refresh: ["/network/coupons"],
    onSuccess: () => toast.success(words.ended(code)),
  });
  const end = () =>
    openConfirm({
      title: words.endTitle(code),
      question: words.endAsk,
      confirm: words.end,
      destroys: true,
      onConfirm: () =>
        save.mutate({
          attributes: {
            mcid,
            code,
            description,
            uid: uid ?? undefined,
            ...endedDays(coupon),
            was: couponTerms(coupon),
          },
        }),
    });
  const isOver = couponPhase(coupon) === "ended";
  return (
    <ActionMenu
      label={words.actionsOf(code)}
      busy={save.isPending}
      groups={[
        [{ label: words.edit, onClick: onEdit }],
        ...(isOver ? [] : [[{ label: words.end, onClick: end }]]),
      ]}
    />
  );
}

type Days = Pick<NetworkCoupon, "starts_at" | "ends_at">;

/** A coupon is in force by the days of UTC, as the portal counts them. */
export const today = (now = Date.now()) => new Date(now).toISOString().slice(0, 10);

/**
 * Whether a coupon is active on a day, begins later, or has expired; its last day is the one before
 * `ends_at`.
 */
export function couponPhase({ starts_at, ends_at }: Days, day = today()): Phase {
  if (ends_at && ends_at <= day) return "ended";
  return starts_at && starts_at > day ? "scheduled" : "live";
}

/** The days of a coupon that ends now; one that has not begun before today then has no first day. */
export function endedDays({ starts_at }: Pick<Days, "starts_at">, day = today()) {
  return { starts_at: starts_at && starts_at < day ? starts_at : undefined, ends_at: day };
}
