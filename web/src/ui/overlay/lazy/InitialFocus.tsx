import { useEffect, useRef } from "react";

/**
 * Where the focus of a dialog begins: at what is marked with data-autofocus, as soon as it is there. Until then it is the
 * dialog's own, so that no key that is meant for a field presses the Close button.
 */
export function InitialFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>("[role=dialog]");
    if (!dialog) return undefined;
    const settle = () => {
      const wanted = dialog.querySelector<HTMLElement>("[data-autofocus]");
      const moved = document.activeElement !== dialog;
      if (wanted && !moved) wanted.focus({ preventScroll: true });
      if (wanted || moved) observer.disconnect();
    };
    const observer = new MutationObserver(settle);
    const begin = () => {
      if (dialog.querySelector("[data-autofocus]")) return;
      dialog.focus({ preventScroll: true });
      observer.observe(dialog, { childList: true, subtree: true });
    };
    // Mantine's focus trap, which takes the first button, sets its timer after this one.
    let timer = setTimeout(() => {
      timer = setTimeout(begin);
    });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, []);
  return <span ref={mark} hidden />;
}
