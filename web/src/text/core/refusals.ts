import type { Labels } from "./ruleTexts";

/**
 * Messages shown beside a field in place of an error code's text, if that does not say what to do.
 */
export const refusals = {
  wrongPassword: "That is not your password",
  emailTaken: "This email has an account",
  usernameTaken: "This username is taken. Choose another one",
};

/** The labels of who publishes: those of a company are the usual ones. */
export const publisherLabels = (entity: "person" | "company"): Labels =>
  entity === "person"
    ? {
        "company.name": "Your name",
        "company.category": "Category",
        "company.country": "Country",
        "company.address": "Address",
        "company.city": "City",
        "company.province": "State or province",
        "company.postal_code": "Postal code",
      }
    : {};
