/** The values of a postback's form, and their conversion to the call's attributes. */
import type { Postback, PostbackDraft, PostbackTypes, TrackerTemplate } from "@/api/gen/types.gen";
import { postback as words } from "@/text/postbacks/postback";

export interface PostbackValues {
  event_type: string;
  delivery_type: string;
  link_url: string;
  parameters: Array<{ name: string; value: string }>;
  site_id: string | null;
  mids: string[];
  medium_id: string | null;
}

const DAY = 86_400_000;
const KEPT_DAYS = 30;

/** The values of a saved postback, or of a new one: for the first of a user's channels, if they see only some. */
export function toValues(
  saved: Postback | null,
  { event_types }: Pick<PostbackTypes, "event_types">,
  channels?: number[] | null,
): PostbackValues {
  const idOf = (id: number | null | undefined) => (id ? String(id) : null);
  return {
    event_type: String(saved?.event_type ?? event_types[0]?.id ?? 1),
    delivery_type: String(saved?.delivery_type ?? 1),
    link_url: saved?.link_url ?? "",
    parameters: toRows(saved?.parameters ?? {}),
    site_id: idOf(saved ? saved.site_id : channels?.[0]),
    mids: (saved?.mids ?? []).map(String),
    medium_id: idOf(saved?.medium_id),
  };
}

function toRows(parameters: Record<string, string>) {
  return Object.entries(parameters).map(([name, value]) => ({ name, value }));
}

export function toDraft(values: PostbackValues, id?: number): PostbackDraft {
  const filled = values.parameters.filter(({ name }) => name.trim());
  return {
    id,
    event_type: Number(values.event_type) as PostbackDraft["event_type"],
    delivery_type: Number(values.delivery_type) as PostbackDraft["delivery_type"],
    link_url: values.link_url.trim(),
    parameters: Object.fromEntries(filled.map(({ name, value }) => [name.trim(), value])),
    site_id: values.site_id ? Number(values.site_id) : null,
    mids: values.mids.map(Number),
    medium_id: values.medium_id ? Number(values.medium_id) : null,
  };
}

/** Values that saving would lose: of a parameter without a name, and the first of two with one name. */
export function parameterErrors(rows: PostbackValues["parameters"]): Record<string, string> {
  const names = rows.map(({ name }) => name.trim());
  const errors = rows.flatMap(({ value }, place) => {
    const name = names[place];
    const twice = name && names.indexOf(name) < place;
    if (!twice && (name || !value.trim())) return [];
    return [[`parameters.${place}.name`, twice ? words.nameTwice : words.nameMissing]];
  });
  return Object.fromEntries(errors);
}

/** The form values that a template fills in. */
export function fromTemplate(template: TrackerTemplate): Partial<PostbackValues> {
  return {
    delivery_type: String(template.delivery_type),
    link_url: template.link_url,
    parameters: toRows(template.parameters),
  };
}

/** The text with a macro at the place of the caret. */
export function insertMacro(text: string, name: string, caret: number | null) {
  const at = caret ?? text.length;
  return `${text.slice(0, at)}{${name}}${text.slice(at)}`;
}

/** Whether an address is signed: what goes there is known only when it is sent. */
export function hasSignature({ link_url, parameters = {} }: PostbackDraft) {
  return /\{signature\}|\[\[signature\]\]/.test([link_url, ...Object.values(parameters)].join(" "));
}

/** The days for which deliveries are kept. */
export function lastThirtyDays(now = Date.now()) {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { start_date: dayOf(now - KEPT_DAYS * DAY), end_date: dayOf(now + DAY) };
}
