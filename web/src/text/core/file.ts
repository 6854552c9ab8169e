/** Texts of choosing and sending files. */
export const file = {
  chooseTable: "Choose a CSV file",
  otherTable: "Choose another file",
  tooLarge: (bytes: number) => `A file cannot be larger than ${bytes / 1024 / 1024} MiB`,
  logo: "Logo",
  logoHelp: "JPEG, PNG or WebP, up to 5 MiB",
  chooseLogo: "Choose a logo",
  change: "Change",
  changeOf: (what: string) => `Change: ${what}`,
  kit: "Media kit",
  kitHelp: "A PDF or an image for brands, up to 5 MiB",
  chooseKit: "Choose a file",
  remove: "Remove",
  removeOf: (what: string) => `Remove: ${what}`,
};
