/**
 * Whether this browser supports passkeys at this address: with https or on localhost, never at an
 * IP address.
 */
export const canUsePasskeys = () =>
  !!window.PublicKeyCredential?.parseRequestOptionsFromJSON && !/\.\d+$|:/.test(location.hostname);
