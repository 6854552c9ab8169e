/** What a form says beside a field, where the catalogue's text does not say what to do. */
export const refusals = {
  wrongPassword: "That is not your password",
  /** Why it is easy to guess, without the catalogue's text before it. */
  weakPassword: (message: string) => message.replace(/^.+: it /, "This "),
  emailTaken: "This email has an account",
  usernameTaken: "This username is taken. Choose another one",
  personName: "Your name",
  platform: "Platform",
  needed: (label: string) => `${label} is required`,
};
