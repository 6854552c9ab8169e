import { Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { BrandInfo } from "@/api/gen/types.gen";
import { brand as words } from "@/text/publisher/brand";
import { capitalize } from "@/ui/base/format";

import { CodeList } from "./CodeList";

/** How a brand may be promoted, and how not. */
export function BrandRules({ brand }: { brand: BrandInfo }) {
  const methods = Object.entries(brand.promotion_methods);
  const namesOf = (allowed: boolean) =>
    methods.filter(([, may]) => may === allowed).map(([method]) => methodLabel(method));
  const silent = methods.length === 0 && brand.forbidden_words.length === 0;
  return (
    <Paper p="md">
      {silent && <Text c="dimmed">{words.noRules}</Text>}
      <Stack gap="md">
        {methods.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Methods title={words.allowed} methods={namesOf(true)} allowed />
            <Methods title={words.notAllowed} methods={namesOf(false)} />
          </SimpleGrid>
        )}
        {brand.forbidden_words.length > 0 && (
          <Stack gap="xs">
            <Title order={3}>{words.forbiddenWords}</Title>
            <CodeList list={brand.forbidden_words} />
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}

interface MethodsProps {
  title: string;
  methods: string[];
  allowed?: boolean;
}

function Methods({ title, methods, allowed }: MethodsProps) {
  if (methods.length === 0) return null;
  const Icon = allowed ? IconCheck : IconX;
  const color = allowed ? "var(--portal-approved)" : "var(--portal-rejected)";
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      <List listStyleType="none" spacing={4} m={0} p={0}>
        {methods.map((method) => (
          <List.Item key={method}>
            <Group gap="xs" wrap="nowrap">
              <Icon size={16} color={color} aria-hidden="true" />
              {method}
            </Group>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** `brand_bidding` → `Brand bidding`. */
function methodLabel(method: string): string {
  const spaced = method.replaceAll("_", " ");
  return capitalize(spaced);
}
