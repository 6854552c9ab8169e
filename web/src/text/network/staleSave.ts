/** Texts of a form whose record somebody else has changed meanwhile. */
export const staleSave = {
  loadAgain: "Load it again, without my changes",
};
