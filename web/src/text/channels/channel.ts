/** Texts of the switch between channels, which brands, links and reports share. */
export const channel = {
  label: "Channel",
  all: "All channels",
  several: (count: number) => `${count} channels`,
  missing: "Unknown channel",
  mine: "Your channel",
  notApproved: (name: string) => `${name} (not approved)`,
};
