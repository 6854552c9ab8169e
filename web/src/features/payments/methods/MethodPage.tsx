import { Paper, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import type { MethodKind, PaymentMethod } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { shell } from "@/text/core/shell";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { ButtonLink } from "@/ui/base/links";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { ErrorState } from "@/ui/feedback/ErrorState";
import { Page } from "@/ui/layout/Page";
import { PageHeader } from "@/ui/layout/PageHeader";

import { MethodForm } from "./MethodForm";

/** The form of a new payment method. */
export function AddPage({ kind }: { kind: MethodKind }) {
  const mayEdit = hasPermission(useUser(), "payee.edit");
  return (
    <Page>
      <PageHeader
        title={shell.addPayment[kind]}
        help={mayEdit ? words.formHelp : words.proposeHelp}
      />
      <Form kind={kind} method={null} />
    </Page>
  );
}

/** The form of an existing payment method, which the URL names. */
export function EditPage({ kind, id }: { kind: MethodKind; id: number | undefined }) {
  const { data, error, isFetching, refetch } = useQuery(query("/payments/methods"));
  const method = data?.list.find((each) => each.id === id && each.kind === kind);
  return (
    <Page>
      <PageHeader title={shell.editPayment[kind]} help={words.editHelp} />
      {method && <Form key={method.id} kind={kind} method={method} />}
      {!data && !error && <Skeleton h={480} maw={560} radius="lg" />}
      {!data && error && (
        <Paper>
          <ErrorState error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Paper>
      )}
      {data && !method && (
        <Paper>
          <EmptyState
            title={words.goneTitle}
            help={words.goneHelp}
            action={<ButtonLink to="/settings/payment">{words.back}</ButtonLink>}
          />
        </Paper>
      )}
    </Page>
  );
}

function Form({ kind, method }: { kind: MethodKind; method: PaymentMethod | null }) {
  const navigate = useNavigate();
  const back = () => void navigate({ to: "/settings/payment" });
  return (
    <Paper p="md" maw={560}>
      <MethodForm kind={kind} method={method} onSaved={back} onCancel={back} />
    </Paper>
  );
}
