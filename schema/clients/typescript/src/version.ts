/** The version of this client. */
export const VERSION = "1.0.0";
