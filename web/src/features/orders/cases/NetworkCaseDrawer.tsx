import { Button, Group, Select, Stack, Textarea, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallForm } from "@/api/form/useCallForm";
import type { CaseState, NearOrder, NetworkCaseInfo } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { cases } from "@/text/orders/case";
import { Hint } from "@/ui/base/Hint";
import { DateText, Money } from "@/ui/base/Numbers";
import { Answer } from "@/ui/feedback/Answer";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { DecimalInput } from "@/ui/form/DecimalInput";
import { fieldsOf, OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { Cell, Head, SmallTable } from "@/ui/table/SmallTable";
import { CaseFacts } from "./CaseFacts";
import { refetchDecided } from "./refetchDecided";
import { INTERVAL, UNDECIDED } from "./searchParams";

const ZONE = "UTC";

interface NetworkCaseDrawerProps {
  /** The case's number, as the URL has it. */
  shown: number | undefined;
  onClose: () => void;
}

/** Any publisher's case, and the network's answer to it. */
export function NetworkCaseDrawer({ shown, onClose }: NetworkCaseDrawerProps) {
  const answer = useQuery({
    ...query("/network/case_info", { attributes: { case_id: shown ?? 0 } }),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) =>
      state.data && UNDECIDED.includes(state.data.state) ? INTERVAL : false,
  });
  return (
    <LazyDrawer shown={shown} title={cases.drawer(shown ?? 0)} onClose={onClose}>
      <Answer of={answer} missing={<EmptyState title={cases.unknown} help={cases.unknownHelp} />}>
        {(data) => (
          <Stack gap="lg" pb="lg">
            <DetailRow name={cases.publisher}>{data.publisher}</DetailRow>
            <CaseFacts shown={data} zone={ZONE} />
            {data.recorded_amount !== null && (
              <Stack gap="xs">
                <DetailRow name={cases.recorded}>
                  <Money amount={data.recorded_amount} currency={data.currency} fw={600} />
                </DetailRow>
                <DetailRow name={cases.recordedComm}>
                  <Money amount={data.recorded_comm} currency={data.currency} />
                </DetailRow>
              </Stack>
            )}
            {data.near.length > 0 && <NearOrders rows={data.near} />}
            {UNDECIDED.includes(data.state) && <AnswerForm key={data.updated_at} shown={data} />}
          </Stack>
        )}
      </Answer>
    </LazyDrawer>
  );
}

/** Orders with nearly the same number: the missing one may be one of them. */
function NearOrders({ rows }: { rows: NearOrder[] }) {
  return (
    <Stack gap="sm">
      <Title order={3}>{cases.near}</Title>
      <Hint size="sm">{cases.nearHelp}</Hint>
      <SmallTable label={cases.near}>
        <thead>
          <tr>
            <Head>{cases.order}</Head>
            <Head>{cases.publisher}</Head>
            <Head>{cases.orderTime}</Head>
            <Head numeric>{cases.orderAmount}</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.oid}>
              <Cell>{row.order_id}</Cell>
              <Cell>{row.publisher}</Cell>
              <Cell>
                <DateText value={row.order_time} zone={ZONE} />
              </Cell>
              <Cell numeric>
                <Money amount={row.sale_amount} currency={row.currency} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </Stack>
  );
}

type Decision = keyof typeof cases.decisions;

/** The network's answer: to accept, which changes the order, to reject, or to ask for more. */
function AnswerForm({ shown }: { shown: NetworkCaseInfo }) {
  const { case_id, kind, currency, amount, state } = shown;
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/case_answer", {
    initialValues: { status: null as Decision | null, reason: "", amount: "", pay_on: "" },
    attributes: ({ status, amount: given, pay_on, ...rest }) => ({
      ...rest,
      case_id,
      status: status as CaseState,
      ...(status === "accepted" && given.trim() ? { amount: given.trim() } : {}),
      ...(status === "accepted" && pay_on ? { pay_on } : {}),
    }),
    check: ({ status, reason, pay_on }) => ({
      ...(status !== null && (status !== "accepted" || kind === "question") && !reason.trim()
        ? { reason: cases.reasonNeeded }
        : {}),
      ...(status === "accepted" && kind === "unpaid" && !pay_on ? { pay_on: common.required } : {}),
    }),
    draft: `case ${user.uid} ${user.id} answer ${case_id}`,
    refresh: ["/network/cases", "/network/case_info", "/network/orders", "/network/order_info"],
    onSuccess: () => toast.success(cases.answered(case_id)),
    onFailure: (refused) => void refetchDecided(refused, ["/network/cases", "/network/case_info"]),
  });
  const field = fieldsOf(form);
  const accepts = form.getValues().status === "accepted";
  const decisions =
    kind === "question" ? { ...cases.decisions, accepted: cases.answer } : cases.decisions;
  const choices = Object.entries(decisions).filter(([value]) => value !== state);
  return (
    <form noValidate onSubmit={submit}>
      <Stack role="group" aria-label={cases.answer}>
        <Select
          {...field("status", cases.decision)}
          comboboxProps={{ withinPortal: false }}
          placeholder={cases.chooseDecision}
          data={choices.map(([value, label]) => ({ value, label }))}
          {...(accepts ? withHelp(cases.acceptHelp[kind], form.errors.status) : {})}
        />
        {accepts && kind === "unpaid" && (
          <TextInput {...field("pay_on", cases.payOn, cases.payOnHelp)} type="date" />
        )}
        {accepts && amount !== null && kind !== "unpaid" && (
          <DecimalInput
            {...field.optional(
              "amount",
              `${cases.acceptAmount} (${currency})`,
              cases.acceptAmountHelp,
            )}
            placeholder={amount}
          />
        )}
        <Textarea
          label={
            accepts && kind !== "question" ? (
              <OptionalLabel>{cases.reason}</OptionalLabel>
            ) : accepts ? (
              cases.answerText
            ) : (
              cases.reason
            )
          }
          rows={3}
          maxLength={2000}
          {...form.getInputProps("reason")}
        />
        <FormNote text={failure} />
        <Group>
          <Button type="submit" loading={busy}>
            {cases.sendAnswer}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
