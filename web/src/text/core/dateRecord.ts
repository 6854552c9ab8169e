/** Texts of how well expected dates were kept. */
export const dateRecord = {
  kept: (percent: number, dates: string) => `${percent}% of ${dates} within 3 days`,
  /** All publishers' dates are told in steps. */
  orMore: (dates: string) => `${dates}+`,
  spread: (early: number, late: number) =>
    `8 of 10 from ${daysOf(early)} before to ${daysOf(late)} after`,
  noDates: "Keeps no dates",
  nineOfTen: {
    decision: (days: number) => `9 of 10 within ${daysOf(days)} of the order`,
    brandPayment: (days: number) => `9 of 10 within ${daysOf(days)} of the month's end`,
    payment: (days: number) => `9 of 10 within ${daysOf(days)} of the request`,
  },
  decisions: "Decides as expected",
  payments: "Pays as expected",
  help: "How many expected dates came true within three days, before or after",
};

export type DateKind = keyof typeof dateRecord.nineOfTen;

function daysOf(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}
