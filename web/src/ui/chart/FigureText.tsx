import classes from "./FigureText.module.css";

const MONEY = /^(-?)([A-Z]{3})\u00a0(.+)$/;
/** What a currency's code saves by being smaller than the number. */
const SAVED = 1.5;

/** The text of a large figure: of money the number is large, and the currency's code before it small. */
export function FigureText({ text }: { text: string }) {
  const [, sign, code, number] = MONEY.exec(text) ?? [];
  if (!code) return text;
  return (
    <>
      {sign}
      <span className={classes.code}>{code}</span>
      {"\u00a0"}
      {number}
    </>
  );
}

/** How many letters of a figure's size it takes. */
export function lettersOf(text: string): number {
  return MONEY.test(text) ? text.length - SAVED : text.length;
}
