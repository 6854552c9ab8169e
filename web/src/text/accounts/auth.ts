/** Texts of sign-in, and the name of the page that invites. */
export const auth = {
  signIn: "Sign in",
  signInTo: "Sign in to your account",
  account: "Username or email",
  password: "Password",
  missing: { account: "Enter your username or email", password: "Enter your password" },
  passkey: "Sign in with a passkey",
  remember: "Keep me signed in",
  forgot: "Forgot password?",
  noAccount: "New here?",
  createAccount: "Create an account",
  status: "Status of the portal",
  haveAccount: "Already have an account?",
  secondTitle: "Enter your code",
  secondHelp: "Your authenticator app shows six digits.",
  refer: "Refer a Friend",
};
