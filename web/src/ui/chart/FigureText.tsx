import classes from "./FigureText.module.css";

const MONEY = /^(-?)([A-Z]{3})\u00a0(.+)$/;
/** How much narrower a currency's code is than the number. */
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

/** The width of a text, in letters of the figure's size. */
export function lettersOf(text: string): number {
  return MONEY.test(text) ? text.length - SAVED : text.length;
}
