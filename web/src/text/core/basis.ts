/** What measured figures rest on: whose cases, and of which time. The same words wherever one is shown. */
const whose = { all: "all publishers", own: "yours" };
const of = (source: keyof typeof whose, time: string) => `${whose[source]}, ${time}`;

export const basis = {
  title: "Measured",
  clickDays: "90 days",
  quarters: "5 quarters",
  months: "12 months",
  /** Below a figure. */
  of,
  /** Behind a figure, in one line with it. */
  behind: (source: keyof typeof whose, time: string) => ` (${of(source, time)})`,
};
