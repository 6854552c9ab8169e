import { Anchor, Group, List, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { BrandInfo, Campaign } from "@/api/gen/types.gen";
import { brand as words } from "@/text/brands/brand";
import { capitalize, countryName, formatDay } from "@/ui/base/format";
import { CopyButton } from "@/ui/form/CopyButton";
import { DetailRow } from "@/ui/layout/DetailRow";
import { Term } from "@/ui/overlay/Term";
import classes from "./BrandDetail.module.css";

/** A brand's terms and conditions at a glance. */
export function BrandFacts({ brand }: { brand: BrandInfo }) {
  return (
    <Paper p="md">
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.details}
        </Title>
        <DetailRow name={<Term of="offerType">{words.offerType}</Term>}>
          {words.offerTypes[brand.offer_type]}
        </DetailRow>
        <DetailRow name={<Term of="cookie">{words.cookieDays}</Term>}>
          {words.days(brand.cookie_days)}
        </DetailRow>
        <DetailRow name={<Term of="validation">{words.validation}</Term>}>
          {words.days(brand.validation_days)}
        </DetailRow>
        <DetailRow name={<Term of="payment">{words.payment}</Term>}>
          {words.days(brand.payment_days)}
        </DetailRow>
        <DetailRow name={words.claims}>{words.days(brand.claim_days)}</DetailRow>
        <DetailRow name={<Term of="approvalWay">{words.approvalWay}</Term>}>
          {brand.approval === "auto" ? words.automatic : words.byHand}
        </DetailRow>
        <DetailRow name={<Term of="deepLinks">{words.deepLinks}</Term>}>
          {brand.deep_link ? words.yes : words.homeOnly}
        </DetailRow>
        <DetailRow name={words.sellsIn}>
          {brand.regions.length > 0 ? brand.regions.map(countryName).join(", ") : words.anywhere}
        </DetailRow>
        {brand.campaigns.length > 0 && <Campaigns list={brand.campaigns} />}
        <Title order={3} mt="xs">
          {words.domains}
        </Title>
        <CodeList list={brand.domains} />
        {brand.contact && (
          <>
            <Title order={3} mt="xs">
              {words.contact}
            </Title>
            <Contact value={brand.contact} />
          </>
        )}
      </Stack>
    </Paper>
  );
}

/** The brand's campaigns: days on which it sells unusually much. */
function Campaigns({ list }: { list: Campaign[] }) {
  return (
    <>
      <Title order={3} mt="xs">
        {words.campaigns}
      </Title>
      {list.map(({ from, to, note }) => (
        <DetailRow key={`${from} ${to} ${note}`} name={note || words.campaign}>
          {from === to ? formatDay(from) : words.fromTo(formatDay(from), formatDay(to))}
        </DetailRow>
      ))}
    </>
  );
}

function Contact({ value }: { value: string }) {
  if (!/^\S+@\S+$/.test(value)) return <div>{value}</div>;
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor href={`mailto:${value}`} size="sm" className={classes.contact}>
        {value}
      </Anchor>
      <CopyButton value={value} />
    </Group>
  );
}

/** How a brand may be promoted, and how not. */
export function BrandRules({ brand }: { brand: BrandInfo }) {
  const methods = Object.entries(brand.promotion_methods);
  const namesOf = (allowed: boolean) =>
    methods.filter(([, may]) => may === allowed).map(([method]) => methodLabel(method));
  const silent = methods.length === 0 && brand.forbidden_words.length === 0;
  return (
    <Paper p="md">
      {silent && <Text c="dimmed">{words.noRules}</Text>}
      <Stack>
        {methods.length > 0 && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
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

// As Mantine's Code, which no other part of the page needs.
const CODE_GROUND = "var(--mantine-color-default-hover)";

/** Short literal words, such as domains, side by side. */
function CodeList({ list }: { list: string[] }) {
  return (
    <Group gap={4}>
      {list.map((word) => (
        <Text key={word} component="code" ff="monospace" fz="xs" px={5} bg={CODE_GROUND}>
          {word}
        </Text>
      ))}
    </Group>
  );
}
