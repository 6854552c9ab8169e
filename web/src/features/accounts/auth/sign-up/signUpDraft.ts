/** The draft of a sign-up, so that a reload loses nothing; passwords are never kept. */

import { DRAFT } from "@/api/clearDrafts";
import { saveDraft as saveFormDraft } from "@/api/form/formDraft";
import { browserZone } from "@/ui/picker/browserRegion";

const REGISTER = `${DRAFT}register`;
const STEP = "register_step";
const FIRST = 1;

/** A file uploaded before sign-up, held until its ticket is redeemed; the original is kept to send it again. */
export interface UploadedFile {
  url: string;
  name: string;
  size: number;
  ticket: string;
  chosen: File;
  /** When it was sent, as Unix time in milliseconds. */
  at: number;
}

interface Files {
  logo: UploadedFile | null;
  kits: UploadedFile[];
}

export const emptyDraft = {
  username: "",
  email: "",
  agreement: false,
  /** The time zone and currency of reports: proposed until they are chosen. */
  reports: { time_zone: browserZone(), currency: "", chosen: false },
  company: {
    entity: "person" as "person" | "company",
    name: "",
    category: "",
    country: "",
    address: "",
    city: "",
    province: "",
    postal_code: "",
  },
  channel: {
    name: "",
    channel_type: null as string | null,
    channel_platform: null as string | null,
    promotion_methods: [] as string[],
    website: "",
  },
  /** Lost by a reload, as all chosen files are. */
  files: { logo: null, kits: [] } as Files,
};

export type Draft = typeof emptyDraft;

export function readDraft(): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(REGISTER) ?? "{}") as Partial<Draft>;
    return {
      ...emptyDraft,
      ...draft,
      reports: { ...emptyDraft.reports, ...draft.reports },
      company: { ...emptyDraft.company, ...draft.company },
      channel: { ...emptyDraft.channel, ...draft.channel },
      files: emptyDraft.files,
    };
  } catch {
    return emptyDraft;
  }
}

export function saveDraft({ username, email, agreement, reports, company, channel }: Draft) {
  const draft = { username, email, agreement, reports, company, channel };
  sessionStorage.setItem(REGISTER, JSON.stringify(draft));
}

/** Keeps step 2 as drafts of the new account's forms. */
export function keepForLater(uid: number, { company, channel }: Draft) {
  if (isCompanyTouched(company)) saveFormDraft(`company ${uid}`, { company });
  if (isChannelTouched(channel)) saveFormDraft(`channel ${uid} new`, channel);
}

/** Whether anything was typed about the company; who publishes is chosen from the start, and the country proposed. */
export function isCompanyTouched({ entity: _, country: __, ...typed }: Draft["company"]): boolean {
  return Object.values(typed).some(Boolean);
}

export function isChannelTouched({ promotion_methods, ...typed }: Draft["channel"]): boolean {
  return promotion_methods.length > 0 || Object.values(typed).some(Boolean);
}

export function clearDraft() {
  sessionStorage.removeItem(REGISTER);
  saveStep(FIRST);
}

/** The step of a registration, from 1. */
export function readStep(): number {
  const step = Number(localStorage.getItem(STEP)) || FIRST;
  localStorage.setItem(STEP, String(step));
  return step;
}

export function saveStep(step: number) {
  localStorage.setItem(STEP, String(step));
}
