/** Whether there can be passkeys here: by https or at localhost, never at an IP address, in a browser that reads the portal's options. */
export const canUsePasskeys = () =>
  !!window.PublicKeyCredential?.parseRequestOptionsFromJSON && !/\.\d+$|:/.test(location.hostname);
