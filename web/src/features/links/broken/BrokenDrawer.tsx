import { Button, Divider, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { failureText } from "@/api/form/failureText";
import { fullUrl } from "@/api/form/fullUrl";
import { useDraft } from "@/api/form/useDraft";
import type { BrokenLink } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { broken as words } from "@/text/links/broken";
import { Hint } from "@/ui/base/Hint";
import { AnchorLink } from "@/ui/base/links";
import { Money } from "@/ui/base/Numbers";
import { FormNote } from "@/ui/form/FormNote";
import { CountRow, DetailRow, TimeRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";
import { BrokenBadge } from "./BrokenBadge";
import { LastCheck } from "./brokenColumns";
import { useBrokenCalls } from "./useBrokenCalls";

interface BrokenDrawerProps {
  /** The link that the URL names. */
  shown: number | undefined;
  opened: OpenedRow<BrokenLink>;
  onClose: () => void;
}

/** The details of a broken link: the result of the check, its cost, and how to fix it. */
export function BrokenDrawer({ shown, opened, onClose }: BrokenDrawerProps) {
  return (
    <LazyDrawer shown={shown} title={opened.row?.brand_name ?? words.drawerTitle} onClose={onClose}>
      <OpenedContent opened={opened}>
        {(link) => <Details key={link.id} link={link} onClose={onClose} />}
      </OpenedContent>
    </LazyDrawer>
  );
}

function Details({ link, onClose }: { link: BrokenLink; onClose: () => void }) {
  const { uid, time_zone } = useUser();
  const { draft, setDraft, clear } = useDraft(`fix ${uid} ${link.id}`, { address: "" });
  const { fix, check, ignore, busy } = useBrokenCalls(() => {
    clear();
    onClose();
  }, true);
  const ids = [link.id];
  const refused = fix.data?.list.find(({ code }) => code !== 0);
  const isIgnored = link.state === "ignored";
  return (
    <Stack>
      <div>
        <BrokenBadge link={link} />
      </div>
      <Text size="sm">{words.advice[link.type]}</Text>
      {link.state === "open" && (
        <FixForm
          link={link}
          address={draft.address}
          onAddress={(address) => setDraft({ address })}
          busy={busy}
          refusal={refused?.message}
          failure={fix.error && failureText(fix.error)}
          onFix={(wish) => fix.mutate({ attributes: { ids, ...wish } })}
        />
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          loading={check.isPending || link.checking}
          onClick={() => check.mutate({ attributes: { ids } })}
        >
          {words.check}
        </Button>
        {link.state !== "fixed" && (
          <Button
            size="xs"
            variant="default"
            loading={ignore.isPending}
            onClick={() => ignore.mutate({ attributes: { ids, ignored: !isIgnored } })}
          >
            {isIgnored ? words.restore : words.ignore}
          </Button>
        )}
      </Group>
      <Divider />
      <Stack gap="xs">
        <DetailRow name={words.fault}>{words.faults[link.type]}</DetailRow>
        <CountRow name={words.clicks} value={link.clicks} />
        {link.at_risk !== null && link.state !== "fixed" && (
          <div>
            <DetailRow name={words.riskNow}>
              <Money amount={link.at_risk} currency={link.currency} fw={600} />
            </DetailRow>
            <Hint>{words.riskHelp}</Hint>
          </div>
        )}
        <DetailRow name={words.channel}>{link.site_name}</DetailRow>
        <TimeRow name={words.firstSeen} value={link.first_seen} zone={time_zone} />
        <DetailRow name={words.checked}>
          <LastCheck link={link} zone={time_zone} />
        </DetailRow>
        {link.http_status !== null && <DetailRow name={words.status}>{link.http_status}</DetailRow>}
        {link.fallback_url && <DetailRow name={words.fallback}>{link.fallback_url}</DetailRow>}
        <DetailRow name={words.target}>{link.target_url}</DetailRow>
      </Stack>
      {link.hops.length > 0 && <HopList hops={link.hops} />}
      <AnchorLink to="/tools/link-generator" search={{ link: link.id }} size="sm">
        {words.open}
      </AnchorLink>
    </Stack>
  );
}

/** The addresses that a visitor comes through, each with what it answers. */
function HopList({ hops }: { hops: BrokenLink["hops"] }) {
  return (
    <Stack gap="xs">
      <Text fw={600}>{words.way}</Text>
      <List type="ordered" size="sm" spacing="xs">
        {hops.map(({ url, status }, index) => (
          <List.Item key={index} style={{ overflowWrap: "anywhere" }}>
            {url}{" "}
            <Text span size="sm" c="dimmed">
              ({status ?? words.noAnswer})
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

interface FixFormProps {
  link: BrokenLink;
  /** The typed text. */
  address: string;
  onAddress: (address: string) => void;
  busy: boolean;
  /** Why the address was refused. */
  refusal: string | undefined;
  /** Why it could not be sent. */
  failure: string | null;
  onFix: (wish: { target_url?: string; fallback?: string }) => void;
}

/** The two ways to fix a link: its suggestion with one click, or another address. */
function FixForm({ link, address, onAddress, busy, refusal, failure, onFix }: FixFormProps) {
  const trimmed = fullUrl(address);
  return (
    <Stack gap="sm">
      {link.suggestion && (
        <Group gap="xs" justify="space-between">
          <div>
            <Hint>{words.suggestion}</Hint>
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {link.suggestion}
            </Text>
          </div>
          <Button size="xs" loading={busy} onClick={() => onFix({})}>
            {words.useSuggestion}
          </Button>
        </Group>
      )}
      <TextInput
        name="target_url"
        label={words.newAddress}
        description={words.addressHelp}
        placeholder={words.addressHint}
        inputMode="url"
        maxLength={255}
        error={refusal}
        value={address}
        onChange={(event) => onAddress(event.currentTarget.value)}
      />
      <FormNote text={failure} />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={!trimmed}
          loading={busy}
          onClick={() => onFix({ target_url: trimmed })}
        >
          {words.setTarget}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!trimmed}
          loading={busy}
          onClick={() => onFix({ fallback: trimmed })}
        >
          {words.setFallback}
        </Button>
      </Group>
      <Hint>{words.twoWays}</Hint>
    </Stack>
  );
}
