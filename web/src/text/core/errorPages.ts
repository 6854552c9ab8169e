/** Texts of the error pages, such as Page not found, with their links. */
export const lost = {
  notFoundTitle: "Page not found",
  notFoundHelp: "The address may be wrong, or the page has moved.",
  crashedTitle: "Something went wrong on our side",
  crashedHelp: "Nothing is lost. Try again in a moment.",
  signIn: "Sign in",
  signUp: "Create an account",
  goHome: "Go to the dashboard",
};
