import { useId } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

import { preloadSoon } from "@/ui/base/overlay";

type Pickers = typeof import("./lazy/pickers");

let pickers: Pickers | undefined;
/** Callbacks that wait for the pickers to load, once one of them is used. */
const waiting = new Set<() => void>();
const OPENING = new Set(["ArrowDown", "ArrowUp", "Enter", " "]);

interface LazyPickerOptions {
  id?: string;
  /** False if one cannot type in it: then Enter and the space bar open it. */
  typable: boolean;
}

/**
 * An input that looks like a closed picker. A pointer above it or the focus loads the picker,
 * which takes its place and its focus, and repeats what was done meanwhile: a click, an arrow key, what was typed.
 */
export function useLazyPicker({ id: given, typable }: LazyPickerOptions) {
  const id = useId(given);
  const ref = useRef<HTMLInputElement>(null);
  const [loaded, setLoaded] = useState(() => pickers);
  const [typed, setTyped] = useState<string>();
  const pressed = useRef(false);
  const opening = useRef(false);

  const swap = () => {
    const closed = ref.current;
    // The element must stay between press and release, or there is no click.
    if (!closed || pressed.current || !closed.dataset.lazy) return;
    const focused = document.activeElement === closed;
    const { value, selectionStart, selectionEnd } = closed;
    flushSync(() => setLoaded(pickers));
    const picker = ref.current;
    if (!picker) return;
    if (!focused) {
      // A text typed before the focus moved on chooses what leaving the picker would have chosen.
      if (closed.dataset.lazy === "typed") leave(picker, value);
      return;
    }
    picker.focus({ preventScroll: true });
    if (closed.dataset.lazy === "typed") type(picker, value);
    else if (opening.current) picker.click();
    picker.setSelectionRange(selectionStart, selectionEnd);
  };
  const latest = useRef(swap);
  useEffect(() => {
    latest.current = swap;
  });
  // After the first use of a picker, all pickers on the page are replaced at once.
  useEffect(() => {
    const take = () => latest.current();
    waiting.add(take);
    return () => void waiting.delete(take);
  }, []);
  const open = () => {
    opening.current = true;
    void load();
  };

  return {
    pickers: loaded,
    shared: { id, ref },
    typed,
    onType: (text: string) => {
      setTyped(text);
      void load();
    },
    /** For the input shown before the picker is loaded. */
    closed: {
      role: "combobox",
      "aria-haspopup": "listbox" as const,
      "aria-expanded": false,
      "data-lazy": typed === undefined ? "closed" : "typed",
      readOnly: !typable,
      pointer: !typable,
      onPointerEnter: () => void load(),
      onPointerDown: () => {
        pressed.current = true;
      },
      onPointerCancel: () => {
        pressed.current = false;
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        // On touch, pointerleave precedes the click.
        if (pointerType === "mouse") pressed.current = false;
      },
      onClick: () => {
        pressed.current = false;
        open();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (!OPENING.has(event.key) || (typable && !event.key.startsWith("Arrow"))) return;
        event.preventDefault();
        open();
      },
    },
    load: () => void load(),
  };
}

preloadSoon(fetchPickers);

async function fetchPickers() {
  pickers ??= await import("./lazy/pickers");
}

/** Loads the pickers, and renders them after the current event: a focus also selects, a click follows a press. */
async function load() {
  await fetchPickers();
  setTimeout(() => {
    for (const take of waiting) take();
  });
}

/** Enters a text as if it were typed. */
function type(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** Enters a text as if it were typed, and the focus went on. */
function leave(input: HTMLInputElement, text: string) {
  flushSync(() => type(input, text));
  input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}
