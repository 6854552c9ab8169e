const IP_ADDRESS = /^[\d.]+$|:/;

/** Whether there can be passkeys here: by https or at localhost, never at an IP address, in a browser that reads the portal's options. */
export const canUsePasskeys = () =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential &&
  !IP_ADDRESS.test(window.location.hostname);
