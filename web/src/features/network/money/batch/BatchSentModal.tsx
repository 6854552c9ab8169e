import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useCallForm } from "@/api/form/useCallForm";
import type { NetworkPayment } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { useUser } from "@/api/user/useUser";
import { common } from "@/text/core/common";
import { money } from "@/text/network/money";
import { formatNumber } from "@/ui/base/format";
import { Answer } from "@/ui/feedback/Answer";
import { Callout } from "@/ui/feedback/Callout";
import { SkeletonRows } from "@/ui/feedback/Skeletons";
import { toast } from "@/ui/feedback/toasts";
import { fieldsOf } from "@/ui/form/Field";
import { FormNote } from "@/ui/form/FormNote";
import { parseAmount, toAmount } from "@/ui/money/decimals";
import { sumsOf } from "@/ui/money/sumsOf";
import { AppModal } from "@/ui/overlay/lazy/AppModal";

/** A batch has at most so many payments. */
const BATCH_MAX = 500;

interface BatchSentModalProps {
  batch: number;
  onClosed: () => void;
}

/** Marks the payments of a batch that are in bank files as sent, all with one reference. */
export function BatchSentModal({ batch, onClosed }: BatchSentModalProps) {
  const user = useUser();
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const answer = useQuery({
    ...query("/network/payments", {
      filter: { batch_id: batch, status: "processing" },
      page: { perPage: BATCH_MAX },
    }),
    staleTime: 0,
  });
  const { form, submit, busy, failure } = useCallForm("/network/batch_sent", {
    initialValues: { reference: "" },
    attributes: ({ reference }) => ({ batch_id: batch, reference: reference.trim() }),
    draft: `network_batch_sent ${user.uid} ${user.id} ${batch}`,
    refresh: ["/network/payments", "/network/settlements"],
    onSuccess: ({ payments, amounts }) => {
      toast.success(
        payments ? money.allSentDone(paymentsText(payments), sumsOf(amounts)) : money.allSentBefore,
      );
      close();
    },
  });
  const field = fieldsOf(form);
  return (
    <AppModal opened={opened} onClose={close} onClosed={onClosed} title={money.allSentTitle(batch)}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <Answer of={answer} waiting={<SkeletonRows rows={1} height={24} />}>
            {({ list }) => <Payments list={list} />}
          </Answer>
          <TextInput
            {...field("reference", money.reference, money.sentHelp)}
            maxLength={64}
            data-autofocus
          />
          <FormNote text={failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={busy} onClick={close}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={busy} disabled={!answer.data}>
              {money.allSent}
            </Button>
          </Group>
        </Stack>
      </form>
    </AppModal>
  );
}

const paymentsText = (count: number) =>
  count === 1 ? money.onePayment : money.manyPayments(formatNumber(count));

/** What is marked, in sums, and what is left out. */
function Payments({ list }: { list: NetworkPayment[] }) {
  const filed = list.filter(({ file_id }) => file_id !== null);
  const left = list.length - filed.length;
  return (
    <>
      <Text>{money.allSentAsk(paymentsText(filed.length), sumsOf(addUp(filed)))}</Text>
      {left > 0 && <Callout state="pending" title={money.allSentLeft(paymentsText(left))} />}
    </>
  );
}

function addUp(list: NetworkPayment[]): Record<string, string> {
  const sums: Record<string, bigint> = {};
  for (const { payout_amount, payout_currency } of list) {
    sums[payout_currency] = (sums[payout_currency] ?? 0n) + parseAmount(payout_amount ?? "0");
  }
  return Object.fromEntries(
    Object.entries(sums).map(([currency, sum]) => [currency, toAmount(sum)]),
  );
}
