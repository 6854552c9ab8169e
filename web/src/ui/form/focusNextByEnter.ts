import type { KeyboardEvent } from "react";

/** The last one is a list's from which something was chosen. */
const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="file"], [type="hidden"], [data-type="hidden"])';

/**
 * Enter leads to the next field that is empty, as a phone's key for it says, and sends the form where none is left.
 * For `<form onKeyDown>`.
 */
export function focusNextByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget } = event;
  if (key !== "Enter" || event.defaultPrevented || !(target instanceof HTMLInputElement)) return;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(TYPED)];
  const next = fields
    .slice(fields.indexOf(target) + 1)
    .find((field) => !field.value && field.checkVisibility());
  if (!next) return;
  event.preventDefault();
  next.focus();
}
