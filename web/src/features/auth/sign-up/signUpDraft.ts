/** What a sign-up has so far, so that a reload loses nothing; a password is never kept. */
const DRAFT = "register_draft";
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
  company: {
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
    const kept = JSON.parse(sessionStorage.getItem(DRAFT) ?? "{}") as Partial<Draft>;
    return {
      ...emptyDraft,
      ...kept,
      company: { ...emptyDraft.company, ...kept.company },
      channel: { ...emptyDraft.channel, ...kept.channel },
      files: emptyDraft.files,
    };
  } catch {
    return emptyDraft;
  }
}

export function saveDraft({ username, email, agreement, company, channel }: Draft) {
  const kept = { username, email, agreement, company, channel };
  sessionStorage.setItem(DRAFT, JSON.stringify(kept));
}

export function clearDraft() {
  sessionStorage.removeItem(DRAFT);
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
