/** Who we are to the portal, in every call's envelope. */
export const APP_ID = 36;
