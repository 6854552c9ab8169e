import { Button, Divider, Group, Stack, Text } from "@mantine/core";

import { failureText } from "@/api/form/failureText";
import { useDraft } from "@/api/form/useDraft";
import type { BrokenLink } from "@/api/gen/types.gen";
import { useUser } from "@/api/user/useUser";
import { broken as words } from "@/text/publisher/broken";
import { AnchorLink } from "@/ui/base/links";
import { DateText, Money, Num } from "@/ui/base/Numbers";
import { DetailRow } from "@/ui/layout/DetailRow";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { OpenedContent } from "@/ui/table/opened/OpenedContent";
import type { OpenedRow } from "@/ui/table/opened/useOpenedRow";

import { BrokenBadge } from "./BrokenBadge";
import { LastCheck } from "./brokenColumns";
import { FixForm } from "./FixForm";
import { HopList } from "./HopList";
import { useBrokenCalls } from "./useBrokenCalls";

interface BrokenDrawerProps {
  /** The link that the URL names. */
  shown: number | undefined;
  opened: OpenedRow<BrokenLink>;
  onClose: () => void;
}

/** One broken link in full: what was found on a visitor's way, what it costs, and how to fix it. */
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
    <Stack gap="md">
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
        <DetailRow name={words.clicks}>
          <Num value={link.clicks} />
        </DetailRow>
        {link.at_risk !== null && link.state !== "fixed" && (
          <div>
            <DetailRow name={words.riskNow}>
              <Money amount={link.at_risk} currency={link.currency} fw={600} />
            </DetailRow>
            <Text size="xs" c="dimmed">
              {words.riskHelp}
            </Text>
          </div>
        )}
        <DetailRow name={words.channel}>{link.site_name}</DetailRow>
        <DetailRow name={words.firstSeen}>
          <DateText value={link.first_seen} zone={time_zone} />
        </DetailRow>
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
