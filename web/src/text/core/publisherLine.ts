/** For whom somebody acts who works for several publishers. */
export const publisherLine = {
  worksFor: (publisher: string) => `For ${publisher}`,
  switched: {
    here: (publisher: string) => `You now work for ${publisher}`,
    elsewhere: (publisher: string) =>
      `You now work for ${publisher}: the publisher was switched in another tab`,
  },
};
