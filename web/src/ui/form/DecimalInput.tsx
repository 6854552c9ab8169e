import { TextInput, type TextInputProps } from "@mantine/core";
import { useRef } from "react";

interface DecimalInputProps extends Omit<TextInputProps, "value" | "onChange" | "inputMode"> {
  value?: string;
  onChange?: (value: string) => void;
}

/** A field for a number with decimals. Its value is always as the portal reads it, whichever sign the keypad has. */
export function DecimalInput({
  value = "",
  onChange,
  onBlur,
  onKeyDown,
  ...rest
}: DecimalInputProps) {
  const grouped = useRef(false);
  const finish = () => {
    const number = readEntered(value, decimalSign(), grouped.current);
    grouped.current = false;
    if (number !== value) onChange?.(number);
  };
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      value={value}
      onChange={({ currentTarget, nativeEvent }) => {
        const { data } = nativeEvent as InputEvent;
        if (data === "." || data === ",") grouped.current = data === ".";
        onChange?.(readTyped(currentTarget.value, decimalSign()));
      }}
      onBlur={(event) => {
        finish();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // Enter sends a form before its field is left.
        if (event.key === "Enter") finish();
        onKeyDown?.(event);
      }}
    />
  );
}

/** Numbers as people type them, with a decimal comma or marks between thousands, as the portal reads them: 1234.50. */

type Sign = "." | ",";

/** The decimal sign of the browser's language, which is what its keypad writes. Some name a variant: en-US@posix. */
export function decimalSign(language = navigator.language): Sign {
  const parts = new Intl.NumberFormat(language.split("@")[0]).formatToParts(1.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
}

/**
 * A number while it is typed. Of a comma and a point the last is the decimal sign; a comma alone is one where the
 * language writes it so, and may stand between thousands elsewhere.
 */
export function readTyped(text: string, sign: Sign): string {
  if (!/^[+-]?[\d.,\s'’]*$/.test(text.trim())) return text;
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma < 0) return text;
  if (point >= 0) {
    return comma > point
      ? text
          .replace(/\./g, "")
          .replace(/,(?=.*,)/g, "")
          .replace(",", ".")
      : text.replace(/,/g, "");
  }
  const alone = text.indexOf(",") === comma;
  return sign === "," && alone ? text.replace(",", ".") : text;
}

/**
 * The number once its field is left: `12,50` has a decimal comma anywhere, as thousands have three digits.
 * `grouped`: the last sign that was typed is a point, so that `1.500` is 1500 where the decimal sign is a comma.
 */
export function readEntered(text: string, sign: Sign, grouped = false): string {
  const number = readTyped(text, sign)
    .replace(/(?<=\d)[\s'’](?=\d)/g, "")
    .trim();
  if (sign === "," && grouped && /^[+-]?[1-9]\d{0,2}(\.\d{3})+$/.test(number))
    return number.replace(/\./g, "");
  if (/^[+-]?\d+,\d{1,2}$/.test(number)) return number.replace(",", ".");
  return /^[+-]?\d{1,3}(,\d{3}){2,}$/.test(number) ? number.replace(/,/g, "") : number;
}
