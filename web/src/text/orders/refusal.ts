/** Why a report of an order was refused, by the number of the reason. */
export const refusal = {
  codes: {
    0: "Other reason",
    1: "A value is not valid",
    2: "No click and no link named",
    3: "The click or link is not one of the brand's",
    4: "The click was blocked",
    5: "The link does not count",
    6: "The order is from before the click",
    7: "The order came after the cookie window",
    8: "No terms were in force",
    9: "The order number is taken",
    10: "Twice in one report",
  } as Record<number, string>,
};
