/** Texts of what brands have not paid, by how late they are. */
export const ageing = {
  help: "Commission of closed months that brands have not paid yet, and how late they are by their own terms.",
  table: "Brands that have not paid",
  none: "No brand owes you anything",
  noneHelp: "Closed months appear here until their brand has paid.",
  ages: { in_term: "In term", late: "Late", very_late: "Very late" },
  waiting: "Waits for brands",
  agesHelp:
    "In term is not due yet; late is up to 30 days after the day by which the brand says that it pays; very late is more.",
  brand: "Brand",
  total: "Owed",
  due: "Due",
  daysLate: "Days late",
  payOn: "Expected on",
  case: "Case",
  caseOf: (id: number) => `Case ${id}`,
  open: "Open a case",
};
