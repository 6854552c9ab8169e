/** Texts of changes of a brand's terms. */
export const termsChange = {
  announcedOn: (day: string, notice: string) => `Announced on ${day}, ${notice}`,
  daysBefore: (days: number) => (days === 1 ? "1 day before" : `${days} days before`),
  withoutNotice: "Without notice",
  startsOn: (day: string) => `From ${day}`,
  effect: (orders: number) =>
    orders === 1 ? "Your order of the last 30 days" : `Your ${orders} orders of the last 30 days`,
  effectSums: (before: string, after: string) => `${before} before, ${after} under the new terms`,
  effectSame: (amount: string) => `${amount} before and after`,
  noEffect: "You had no orders in the last 30 days.",
};
