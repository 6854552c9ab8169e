import { fireEvent } from "@testing-library/react";

/** Types further letters faster than any pause that is waited for, however slow the machine is. */
export function typeAtOnce(field: HTMLElement, letters: string) {
  const { value } = field as HTMLInputElement;
  for (let count = 1; count <= letters.length; count++) {
    fireEvent.change(field, { target: { value: value + letters.slice(0, count) } });
  }
}
