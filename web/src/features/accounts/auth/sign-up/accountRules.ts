/** The rules of a username and a password as a person reads them, each with whether it is met. */
import { PASSWORD_SHORTEST, USERNAME_LONGEST, USERNAME_SHORTEST } from "@/api/gen/codes.gen";
import { signUp as signUpWords } from "@/text/accounts/signUp";
import type { Rule } from "@/ui/form/RuleList";

const OWN_SHORTEST = 3;
/** The length that a password needs without personal words; the server knows more words. */
const REST = 8;

export function usernameRules(username: string): Rule[] {
  const { length, letters, ends } = signUpWords.usernameRules;
  const fits = username.length >= USERNAME_SHORTEST && username.length <= USERNAME_LONGEST;
  return [
    { text: length(USERNAME_SHORTEST, USERNAME_LONGEST), met: fits },
    { text: letters, met: /^[A-Za-z0-9._-]+$/.test(username) },
    { text: ends, met: /^[A-Za-z0-9]$|^[A-Za-z0-9].*[A-Za-z0-9]$/.test(username) },
  ];
}

/** The username that an email address suggests; empty if it suggests none. */
export function usernameFor(email: string): string {
  const [local = "", host = ""] = email.trim().toLowerCase().split("@");
  const [mailbox = ""] = local.split("+");
  const name = toUsername(mailbox);
  const longer = /[a-z0-9]/.test(mailbox) ? toUsername(`${mailbox}.${host.split(".")[0]}`) : "";
  return name || longer;
}

/** The next suggestion, if that username is taken. */
export function nextUsername(username: string): string {
  const digits = String(1_000 + Math.floor(Math.random() * 9_000));
  return `${username.slice(0, USERNAME_LONGEST - digits.length)}${digits}`;
}

function toUsername(text: string): string {
  const name = text
    .normalize("NFKD")
    .replace(/[^a-z0-9._-]/g, "")
    .slice(0, USERNAME_LONGEST)
    .replace(/^[._-]+|[._-]+$/g, "");
  return usernameRules(name).every(({ met }) => met) ? name : "";
}

export function passwordRules(password: string, username: string, email: string): Rule[] {
  const isLong = password.length >= PASSWORD_SHORTEST;
  return [
    { text: signUpWords.passwordRules.length(PASSWORD_SHORTEST), met: isLong },
    {
      text: signUpWords.passwordRules.own,
      met: password !== "" && !isOwn(password, [username, email, ...email.split("@")]),
    },
  ];
}

/** Whether little is left of a password without a person's own words. */
function isOwn(password: string, words: string[]): boolean {
  const folded = password.toLowerCase();
  const rest = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= OWN_SHORTEST)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ""), folded);
  return rest !== folded && rest.length < REST;
}
