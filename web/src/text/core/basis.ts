/** What measured figures rest on: whose cases, and of which time. The same words wherever one is shown. */
const whose = { all: "all publishers", own: "yours" };
const clickDays = "90 days";
const quarters = "5 quarters";
const months = "12 months";

export const basis = {
  title: "Measured",
  all: whose.all,
  clickDays,
  quarters,
  months,
  /** Behind a figure, in one line with it. */
  behind: (source: keyof typeof whose, time: string) => ` (${whose[source]}, ${time})`,
};
