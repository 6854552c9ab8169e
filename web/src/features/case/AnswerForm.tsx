import { Button, Group, Select, Stack, Textarea, TextInput } from "@mantine/core";

import { useCallForm } from "@/api/form/useCallForm";
import type { CaseState, NetworkCaseInfo } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { cases } from "@/text/reports/case";
import { toast } from "@/ui/feedback/toasts";
import { OptionalLabel, withHelp } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";

import { refetchDecided } from "./refetchDecided";

type Decision = keyof typeof cases.decisions;

/** The network's answer: to accept, which changes the order, to reject, or to ask for more. */
export function AnswerForm({ shown }: { shown: NetworkCaseInfo }) {
  const { case_id, kind, currency, amount, state } = shown;
  const user = useUser();
  const { form, submit, busy, failure } = useCallForm("/network/case_answer", {
    initialValues: { status: "accepted" as Decision, reason: "", amount: "" },
    attributes: ({ status, amount: given, ...rest }) => ({
      ...rest,
      case_id,
      status: status as CaseState,
      ...(status === "accepted" && given.trim() ? { amount: given.trim() } : {}),
    }),
    check: ({ status, reason }) =>
      status !== "accepted" && !reason.trim() ? { reason: cases.reasonNeeded } : {},
    draft: `case ${user.uid} ${user.id} answer ${case_id}`,
    refresh: ["/network/cases", "/network/case_info", "/network/orders", "/network/order_info"],
    onSuccess: () => toast.success(cases.answered(case_id)),
    onFailure: (refused) => void refetchDecided(refused, ["/network/cases", "/network/case_info"]),
  });
  const accepts = form.getValues().status === "accepted";
  const choices = Object.entries(cases.decisions).filter(([value]) => value !== state);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md" role="group" aria-label={cases.answer}>
        <Select
          label={cases.decision}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={choices.map(([value, label]) => ({ value, label }))}
          {...form.getInputProps("status")}
          {...(accepts ? withHelp(cases.acceptHelp[kind], form.errors.status) : {})}
        />
        {accepts && amount !== null && (
          <TextInput
            label={<OptionalLabel>{`${cases.acceptAmount} (${currency})`}</OptionalLabel>}
            inputMode="decimal"
            placeholder={amount}
            {...form.getInputProps("amount")}
            {...withHelp(cases.acceptAmountHelp, form.errors.amount)}
          />
        )}
        <Textarea
          label={accepts ? <OptionalLabel>{cases.reason}</OptionalLabel> : cases.reason}
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
