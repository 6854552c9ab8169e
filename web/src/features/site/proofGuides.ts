/** Where to put a channel's proof, with values to copy. */
import type { ProofMethod, ProofPlaces, Site } from "@/api/gen/types.gen";
import { site as words } from "@/text/publisher/site";

export interface ProofGuide {
  method: ProofMethod;
  name: string;
  /** What is to be done. */
  help: string;
  /** What is to be copied, in turn. */
  values: Array<{ label: string; value: string }>;
}

/** The three ways to prove a channel's address; a domain has no `www.` in its records. */
export function proofGuides({ website, proof }: Site, places: ProofPlaces): ProofGuide[] {
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
