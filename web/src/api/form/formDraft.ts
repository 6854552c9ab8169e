/** What was typed into a form and not sent yet, kept for as long as the tab lives. */
const PREFIX = "typed ";

export function readDraft<V>(name: string | undefined): Partial<V> {
  if (!name) return {};
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "{}") as Partial<V>;
  } catch {
    return {};
  }
}

export function saveDraft(name: string | undefined, values: unknown) {
  if (name) sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
}

export function clearDraft(name: string | undefined) {
  if (name) sessionStorage.removeItem(PREFIX + name);
}
