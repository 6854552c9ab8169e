/** What a form says beside a field, where the catalogue's text does not say what to do. */
export const refusals = {
  wrongPassword: "That is not your password",
  emailTaken: "This email has an account",
  usernameTaken: "This username is taken. Choose another one",
  personName: "Your name",
};
