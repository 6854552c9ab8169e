/** What measured figures rest on: whose cases, and of which time. The same words wherever one is shown. */
export const basis = {
  all: "all publishers",
  own: "yours",
  months: "12 months",
  quarters: "5 quarters",
  clickDays: "90 days",
  /** Behind a figure, in one line with it. */
  behind: (source: "all" | "own", time: string) => ` (${basis[source]}, ${time})`,
};
