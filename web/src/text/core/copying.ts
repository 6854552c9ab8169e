/** Texts of what copies a value. */
export const copying = {
  copy: "Copy",
  copyOf: (what: string) => `Copy: ${what}`,
  copyCode: "Copy the code",
  copied: "Copied",
};
