/** What a tab keeps of somebody who came from a provider, until they have signed in or up. */
const TICKET = "third_ticket";

/** An identity that was proven and is nobody's yet: signing in or up connects it. */
export interface Ticket {
  ticket: string;
  provider: string;
  email: string;
  email_verified: boolean;
  name: string;
  next: string | null;
}

/** The ticket one came with, if any. */
export const thirdTicket = {
  get: (): Ticket | null => JSON.parse(sessionStorage.getItem(TICKET) ?? "null"),
  keep: (ticket: Ticket) => sessionStorage.setItem(TICKET, JSON.stringify(ticket)),
  drop: () => sessionStorage.removeItem(TICKET),
};
