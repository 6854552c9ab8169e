/** A provider's identity, kept in the tab until the visitor has signed in or up. */
const TICKET = "third_ticket";

/** A verified identity that belongs to no account yet: signing in or up connects it. */
export interface SocialTicket {
  ticket: string;
  provider: string;
  email: string;
  email_verified: boolean;
  name: string;
  next: string | null;
}

/** The current ticket, if any. */
export const socialTicket = {
  get: (): SocialTicket | null => JSON.parse(sessionStorage.getItem(TICKET) ?? "null"),
  set: (ticket: SocialTicket) => sessionStorage.setItem(TICKET, JSON.stringify(ticket)),
  clear: () => sessionStorage.removeItem(TICKET),
};
