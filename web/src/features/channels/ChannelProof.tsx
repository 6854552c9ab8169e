import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProofMethod, ProofPlaces, Site } from "@/api/gen/types.gen";
import { query, useCall } from "@/api/query";
import { site as words } from "@/text/channels/site";
import { Callout } from "@/ui/feedback/Callout";
import { EmptyState } from "@/ui/feedback/EmptyState";
import { toast } from "@/ui/feedback/toasts";
import { CopyField } from "@/ui/form/CopyField";
import { LazyDrawer } from "@/ui/overlay/LazyDrawer";
import { channelsQuery } from "@/ui/picker/channelsQuery";

interface ChannelProofProps {
  verify: number | undefined;
  onClose: () => void;
}

/** How to verify a channel, open while the URL names it. */
export function ChannelProof({ verify, onClose }: ChannelProofProps) {
  const { data } = useQuery(channelsQuery);
  const site = data?.list.find(({ id }) => id === verify);
  return (
    <LazyDrawer
      shown={verify}
      title={site ? words.proof.title(site.name) : words.proof.verify}
      onClose={onClose}
    >
      {site && <ProofMethods key={site.id} site={site} onDone={onClose} />}
      {verify && !site && data && <EmptyState title={words.goneTitle} help={words.goneHelp} />}
      {verify && !data && <Skeleton h={320} />}
    </LazyDrawer>
  );
}

function ProofMethods({ site, onDone }: { site: Site; onDone: () => void }) {
  const { data: types } = useQuery(query("/site/types"));
  const [method, setMethod] = useState<ProofMethod>("meta");
  const check = useCall("/site/verify", {
    form: true,
    refresh: ["/site/list", "/home/dashboard"],
    onSuccess: ({ name }) => {
      toast.success(words.proof.done(name));
      onDone();
    },
  });
  if (!types) return <Skeleton h={320} />;
  const guides = proofGuides(site, types.proof_places);
  const guide = guides.find((each) => each.method === method);
  return (
    <Stack>
      <Text>{words.proof.help}</Text>
      <SegmentedControl
        fullWidth
        aria-label={words.proof.way}
        data={guides.map(({ method, name }) => ({ value: method, label: name }))}
        value={method}
        onChange={(chosen) => {
          setMethod(chosen as ProofMethod);
          check.reset();
        }}
      />
      <Text size="sm">{guide?.help}</Text>
      {guide?.values.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      {check.error && <Callout state="rejected" title={whyNot(check.error, site)} />}
      <Group justify="flex-end">
        <Button
          loading={check.isPending}
          onClick={() => check.mutate({ attributes: { id: site.id, method } })}
        >
          {words.proof.check}
        </Button>
      </Group>
    </Stack>
  );
}

/** The refusal; for a website that does not answer, what to check. */
function whyNot({ message }: Error, { website }: Site): string {
  return message.includes("cannot be reached") ? words.proof.unreachable(website) : message;
}

interface ProofGuide {
  method: ProofMethod;
  name: string;
  /** The instruction. */
  help: string;
  /** The texts to copy, in order. */
  values: Array<{ label: string; value: string }>;
}

/** The three ways to prove a channel's address; a domain has no `www.` in its records. */
function proofGuides({ website, proof }: Site, places: ProofPlaces): ProofGuide[] {
  const { origin, hostname } = new URL(website);
  const record = `${places.record}.${hostname.replace(/^www\./, "")}`;
  return [
    {
      method: "meta",
      name: words.proof.meta,
      help: words.proof.metaHelp(website),
      values: [
        {
          label: words.proof.tag,
          value: `<meta name="${places.meta_name}" content="${proof}">`,
        },
      ],
    },
    {
      method: "file",
      name: words.proof.file,
      help: words.proof.fileHelp,
      values: [
        { label: words.proof.address, value: origin + places.file_path },
        { label: words.proof.content, value: proof },
      ],
    },
    {
      method: "dns",
      name: words.proof.dns,
      help: words.proof.dnsHelp,
      values: [
        { label: words.proof.record, value: record },
        { label: words.proof.value, value: proof },
      ],
    },
  ];
}
