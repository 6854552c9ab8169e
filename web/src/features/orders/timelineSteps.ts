/** An order's timeline as sentences, and its upcoming steps. */
import type { DateRecord, Item, OrderStory, TimelineEntry } from "@/api/gen/types.gen";
import { order } from "@/text/orders/order";
import { formatMoney } from "@/ui/base/format";
import type { State } from "@/ui/base/theme";

import { reasonText } from "./reasonText";

export interface Step {
  key: string;
  title: string;
  tone: State;
  /** The item it is about, if the order has several. */
  item: string | null;
  /** When it happened. */
  at: string;
}

export interface NextStep {
  title: string;
  /** The day it is expected on, or null. */
  day: string | null;
  /** How reliable the brand's expected dates have been, if known. */
  record?: DateRecord | null | undefined;
}

/** Texts that differ between publisher and network. */
export type ReaderWords = typeof order.toPublisher;

/** What happened, oldest first. */
export function pastSteps(
  story: OrderStory,
  channel: string,
  words: ReaderWords = order.toPublisher,
): Step[] {
  const several = (story.items?.length ?? 0) > 1;
  return story.timeline
    .filter(({ kind, from, to }) => kind !== "status" || from !== to)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map((entry, index) => ({
      key: `${entry.at} ${entry.kind} ${entry.item_id} ${index}`,
      title: entryTitle(entry, story, channel, words),
      tone: toneOf(entry),
      item: several ? entry.item_id : null,
      at: entry.at,
    }));
}

function entryTitle(
  entry: TimelineEntry,
  { currency, report_currency, timeline }: OrderStory,
  channel: string,
  words: ReaderWords,
): string {
  const { kind, to, delta_amount, delta_commission, reason_code } = entry;
  const because = (what: string) =>
    reason_code ? order.because(what, reasonText(reason_code)) : what;
  switch (kind) {
    case "click":
      return clickTitle(order.clickedOn(channel), to);
    case "order":
      if (delta_amount == null) return order.reportedBare;
      if (delta_commission === null)
        return order.reportedUnrated(formatMoney(delta_amount, currency));
      return order.reported(
        formatMoney(delta_amount, currency),
        formatMoney(delta_commission, currency),
      );
    case "status":
      return because((order.status_ as Record<string, string>)[to ?? ""] ?? to ?? "");
    case "amount":
      if (delta_amount === undefined) return because(order.amountChangedBare);
      return because(
        order.amountChanged(
          changeText(delta_amount ?? "0", currency),
          delta_commission === null ? order.notKnown : changeText(delta_commission, currency),
        ),
      );
    case "rate":
      return rateTitle(entry, report_currency, timeline);
    case "settlement":
      return order.settled;
    case "payment":
      if (entry.from) return order.returned(entry.from);
      return to ? order.payment(to) : order.paymentBare;
    case "postback":
      return postbackTitle(entry);
    case "case":
      return order.caseStep(caseState(entry, words), entry.case_id ?? 0);
  }
}

/** The first rate of an order that had none makes its amounts; any other changes them. */
function rateTitle(
  entry: TimelineEntry,
  currency: string,
  timeline: OrderStory["timeline"],
): string {
  if (entry.delta_report_amount === undefined) return order.ratedBare;
  const amounts = [entry.delta_report_amount ?? "0", entry.delta_report_comm ?? "0"] as const;
  const first = timeline.find(({ kind }) => kind === "rate" || kind === "order");
  const made =
    first?.delta_commission === null && timeline.find(({ kind }) => kind === "rate") === entry;
  const format = made ? formatMoney : changeText;
  const [amount, commission] = amounts.map((each) => format(each, currency)) as [string, string];
  return made ? order.rated(amount, commission) : order.ratedAgain(amount, commission);
}

/** The title of a click; it says if the click counts in no figure. */
function clickTitle(title: string, verdict?: string | null): string {
  const why = (order.clickNotCounted as Record<string, string>)[verdict ?? ""];
  return why ? order.because(title, why) : title;
}

function caseState({ from, to }: TimelineEntry, { replied }: ReaderWords): string {
  if (to === "open") return from === null ? order.cases.opened : replied;
  return (order.cases as Record<string, string>)[to ?? ""] ?? to ?? "";
}

/** A delivery's event, its receiver and its outcome. */
function postbackTitle({ to, event_type, receiver }: TimelineEntry): string {
  const event = order.events[event_type ?? 0];
  const host = receiver?.replace(/:(443|80)$/, "");
  const name = event && host ? order.postback(event, host) : order.postbackBare;
  return order.postbacks[to === "delivered" || to === "failed" ? to : "waiting"](name);
}

/** How an amount changed: `lowered by GBP 20.00`. */
function changeText(amount: string, currency: string): string {
  if (Number(amount) === 0) return order.unchanged;
  return amount.startsWith("-")
    ? order.lowered(formatMoney(amount.slice(1), currency))
    : order.raised(formatMoney(amount, currency));
}

function toneOf({ kind, from, to }: TimelineEntry): State {
  if (kind === "payment") return from ? "rejected" : "paid";
  if (kind === "settlement") return "approved";
  if (kind === "postback" && to === "failed") return "rejected";
  if (kind !== "status") return "offline";
  return to === "Approved" ? "approved" : to === "Rejected" ? "rejected" : "pending";
}

/** Upcoming steps: validation, settlement and payment, while something can still be paid. */
export function upcomingSteps(
  { items = [], decision_record: record }: Pick<OrderStory, "items"> & Partial<OrderStory>,
  { nextPayment }: ReaderWords = order.toPublisher,
): NextStep[] {
  const alive = items.filter(({ status, paid }) => status !== "Rejected" && !paid);
  if (alive.length === 0) return [];
  const pending = alive.filter(({ status }) => status === "Pending");
  const steps: NextStep[] = [{ title: nextPayment, day: null }];
  if (alive.some(({ settlement_id }) => settlement_id === null)) {
    steps.unshift({ title: order.nextSettlement, day: null });
  }
  if (pending.length > 0) {
    steps.unshift({ title: order.nextValidation, day: lastDay(pending), record });
  }
  return steps;
}

function lastDay(pending: Item[]): string | null {
  const days = pending.flatMap(({ expected_validation_date: day }) => day ?? []);
  return days.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}
