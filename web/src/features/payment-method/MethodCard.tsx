import { Badge, Button, Group, Paper, Stack, Title } from "@mantine/core";

import type { PaymentMethod } from "@/api/gen/types.gen";
import { paymentMethod as words } from "@/text/publisher/paymentMethod";
import { countryName, formatDateTime } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { DetailRow } from "@/ui/layout/DetailRow";

import { editLink, nameOf } from "./kinds";
import type { MethodAction } from "./passwordAction";

interface MethodCardProps {
  method: PaymentMethod;
  zone: string;
  mayEdit: boolean;
  /** Whether the publisher has no other. */
  only: boolean;
  onAction: (wish: MethodAction) => void;
}

/** One payment method: what it is, whether it can be paid to yet, and its actions. */
export function MethodCard({ method, zone, mayEdit, only, onAction }: MethodCardProps) {
  const { kind, payee, country, currency, entity, is_default, waiting } = method;
  const name = nameOf(method);
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
          <StatusBadge state={waiting ? "pending" : "approved"}>
            {waiting ? words.waitingUntil(formatDateTime(method.usable_from, zone)) : words.ready}
          </StatusBadge>
        </div>
        <Stack gap={4}>
          <DetailRow name={words.endsIn}>{payee}</DetailRow>
          <DetailRow name={words.country}>{countryName(country)}</DetailRow>
          <DetailRow name={words.currency}>{currency}</DetailRow>
          <DetailRow name={words.entity}>{words.entities[entity]}</DetailRow>
          <DetailRow name={words.changed}>{formatDateTime(method.updated_at, zone)}</DetailRow>
        </Stack>
        {mayEdit && (
          <Group gap="xs" mt="auto">
            {!is_default && (
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
              {(!is_default || only) && (
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
                aria-label={words.editNamed(name)}
              >
                {words.edit}
              </ButtonLink>
            </Group>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
