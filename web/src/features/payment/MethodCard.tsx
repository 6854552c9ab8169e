import { Badge, Button, Group, Paper, Stack, Title } from "@mantine/core";

import type { PaymentMethod } from "@/api/gen/types.gen";
import { payment as words } from "@/text/publisher/payment";
import { countryName, moment } from "@/ui/base/format";
import { ButtonLink } from "@/ui/base/links";
import { StatusBadge } from "@/ui/base/StatusBadge";
import { Fact } from "@/ui/form/Field";

import { editLink, nameOf } from "./kinds";
import type { Wish } from "./wish";

interface MethodCardProps {
  method: PaymentMethod;
  zone: string;
  mayEdit: boolean;
  /** Whether the publisher has no other. */
  only: boolean;
  onWish: (wish: Wish) => void;
}

/** One payment method: what it is, whether money can go there yet, and what can be done with it. */
export function MethodCard({ method, zone, mayEdit, only, onWish }: MethodCardProps) {
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
            {waiting ? words.waitingUntil(moment(method.usable_from, zone)) : words.ready}
          </StatusBadge>
        </div>
        <Stack gap={4}>
          <Fact name={words.endsIn}>{payee}</Fact>
          <Fact name={words.country}>{countryName(country)}</Fact>
          <Fact name={words.currency}>{currency}</Fact>
          <Fact name={words.entity}>{words.entities[entity]}</Fact>
          <Fact name={words.changed}>{moment(method.updated_at, zone)}</Fact>
        </Stack>
        {mayEdit && (
          <Group gap="xs" mt="auto">
            {!is_default && (
              <Button
                size="xs"
                variant="default"
                aria-label={words.makeDefaultOf(name)}
                onClick={() => onWish({ does: "default", method })}
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
                  onClick={() => onWish({ does: "delete", method })}
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
