import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentMethod } from "@/api/gen/types.gen";
import { query } from "@/api/query";
import { hasPermission } from "@/api/user/roles";
import { useUser } from "@/api/user/useUser";
import { paymentMethod as words } from "@/text/payments/paymentMethod";
import { countryName, formatDateTime } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { methodName } from "@/ui/base/methodName";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { LazyPasswordModal } from "@/ui/confirm/LazyPasswordModal";
import type { PasswordPrompt } from "@/ui/confirm/lazy/PasswordModal";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { DetailRow } from "@/ui/layout/DetailRow";
import { CardList } from "@/ui/table/CardList";
import { editLink } from "./kinds";

/** The publisher's payment methods, the default one first. */
export function MethodList() {
  const user = useUser();
  const mayEdit = hasPermission(user, "payee.edit");
  const mayPropose = hasPermission(user, "payee.propose");
  const [wish, setWish] = useState<MethodAction | null>(null);
  const answer = useQuery(query("/payments/methods"));
  return (
    <>
      <CardList
        answer={answer}
        expected={2}
        height={204}
        empty={<EmptyState title={words.emptyTitle} help={emptyHelp(mayEdit, mayPropose)} />}
        card={(method, { length }) => (
          <MethodCard
            key={method.id}
            method={method}
            zone={user.time_zone}
            mayEdit={mayEdit}
            mayPropose={mayPropose}
            only={length === 1}
            onAction={setWish}
          />
        )}
      />
      {wish && <LazyPasswordModal {...passwordPromptOf(wish)} onClosed={() => setWish(null)} />}
    </>
  );
}

interface MethodCardProps {
  method: PaymentMethod;
  zone: string;
  mayEdit: boolean;
  mayPropose: boolean;
  /** Whether the publisher has no other. */
  only: boolean;
  onAction: (wish: MethodAction) => void;
}

/** One payment method: what it is, whether it can be paid to yet, and its actions. */
function MethodCard({ method, zone, mayEdit, mayPropose, only, onAction }: MethodCardProps) {
  const {
    kind,
    payee,
    country,
    currency,
    entity,
    is_default,
    waiting,
    last_failure: failure,
    last_failed_at: failedAt,
  } = method;
  const name = methodName(method);
  return (
    <Paper component="li" p="md">
      <Stack gap="sm" h="100%">
        <Group gap="xs">
          <Title order={2} size="h3">
            {words.kinds[kind]}
          </Title>
          {is_default && (
            <Badge variant="default" radius="sm" fw={500} tt="none" title={words.defaultHelp}>
              {words.default}
            </Badge>
          )}
        </Group>
        <div>
          {failure ? (
            <StatusBadge state="rejected">
              <Text span inherit style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
                {words.lastFailed(failure, failedAt ? formatDateTime(failedAt, zone) : null)}
              </Text>
            </StatusBadge>
          ) : (
            <StatusBadge state={waiting ? "pending" : "approved"}>
              {waiting ? words.waitingUntil(formatDateTime(method.usable_from, zone)) : words.ready}
            </StatusBadge>
          )}
          {method.holds_schedule && (
            <Text size="sm" c="dimmed" mt={4}>
              {words.holdsSchedule}
            </Text>
          )}
          {method.wait_reason && (
            <Text size="sm" c="dimmed" mt={4}>
              {words.waitReasons[method.wait_reason]}
            </Text>
          )}
        </div>
        <Stack gap={4}>
          <DetailRow name={words.endsIn}>{payee}</DetailRow>
          <DetailRow name={words.country}>{countryName(country)}</DetailRow>
          <DetailRow name={words.currency}>{currency}</DetailRow>
          <DetailRow name={words.entity}>{words.entities[entity]}</DetailRow>
          <DetailRow name={words.changed}>{formatDateTime(method.updated_at, zone)}</DetailRow>
        </Stack>
        {(mayEdit || mayPropose) && (
          <Group gap="xs" mt="auto">
            {mayEdit && !is_default && (
              <Button
                size="xs"
                variant="default"
                aria-label={words.makeDefaultOf(name)}
                onClick={() => onAction({ kind: "default", method })}
              >
                {words.makeDefault}
              </Button>
            )}
            <Group gap="xs" ml="auto" wrap="nowrap">
              {mayEdit && (!is_default || only) && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={words.deleteOf(name)}
                  onClick={() => onAction({ kind: "delete", method })}
                >
                  {words.delete}
                </Button>
              )}
              <ButtonLink
                {...editLink(method)}
                size="xs"
                variant="default"
                aria-label={mayEdit ? words.editNamed(name) : words.proposeEditNamed(name)}
              >
                {mayEdit ? words.edit : words.proposeEdit}
              </ButtonLink>
            </Group>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

interface MethodAction {
  kind: "default" | "delete";
  method: PaymentMethod;
}

/** How an action on a payment method that needs the password is confirmed. */
function passwordPromptOf({ kind, method }: MethodAction): PasswordPrompt {
  const name = methodName(method);
  const attributes = { id: method.id };
  const shared = {
    label: words.password,
    labelHelp: words.passwordHelp,
    refresh: ["/payments/methods" as const],
  };
  if (kind === "default") {
    return {
      ...shared,
      call: { path: "/payments/method_default", attributes },
      title: words.makeDefaultTitle(name),
      help: words.makeDefaultHelp,
      confirm: words.makeDefault,
      done: words.madeDefault(name),
    };
  }
  return {
    ...shared,
    call: { path: "/payments/method_del", attributes },
    title: words.deleteTitle(name),
    help: words.deleteHelp,
    confirm: words.deleteConfirm,
    destroys: true,
    done: words.deleted(name),
  };
}

/** What somebody without a payment method can do about it. */
function emptyHelp(mayEdit: boolean, mayPropose: boolean): string {
  if (mayEdit) return words.emptyHelp;
  return mayPropose ? words.emptyProposers : words.emptyOthers;
}
