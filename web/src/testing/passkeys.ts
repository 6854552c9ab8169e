import { vi } from "vitest";

/** What the mocked browser's passkey signs, as the portal takes it. */
export const signed = {
  id: "Y3JlZA",
  client_data: "Y2xpZW50",
  authenticator_data: "ZGF0YQ",
  signature: "c2ln",
  user_handle: "dXNlcg",
};

const assertion = {
  toJSON: () => ({
    id: signed.id,
    response: {
      clientDataJSON: signed.client_data,
      authenticatorData: signed.authenticator_data,
      signature: signed.signature,
      userHandle: signed.user_handle,
    },
  }),
};
const attestation = {
  toJSON: () => ({
    id: signed.id,
    response: {
      clientDataJSON: signed.client_data,
      attestationObject: "b2JqZWN0",
      transports: ["internal"],
    },
  }),
};

interface Suggestion {
  signal: AbortSignal;
  choose: () => void;
}

/** Mocks a browser with a passkey, which signs at once; one that `suggests` it in a field waits until it is chosen. */
export function mockPasskeys({ suggests = false } = {}) {
  const suggestions: Suggestion[] = [];
  const forgotten: unknown[] = [];
  let failure: DOMException | null = null;
  const suggest = (signal: AbortSignal) =>
    new Promise((choose, fail) => {
      suggestions.push({ signal, choose: () => choose(assertion) });
      signal.addEventListener("abort", () => fail(new DOMException("", "AbortError")));
    });
  vi.stubGlobal("PublicKeyCredential", {
    parseRequestOptionsFromJSON: (options: unknown) => options,
    parseCreationOptionsFromJSON: (options: unknown) => options,
    isConditionalMediationAvailable: async () => suggests,
    signalUnknownCredential: async (named: unknown) => void forgotten.push(named),
  });
  vi.stubGlobal("navigator", {
    ...navigator,
    userAgent: navigator.userAgent,
    credentials: {
      get: async ({ mediation, signal }: CredentialRequestOptions) => {
        if (mediation === "conditional") return suggest(signal as AbortSignal);
        if (failure) throw failure;
        return assertion;
      },
      create: async () => {
        if (failure) throw failure;
        return attestation;
      },
    },
  });
  /** The person closes the browser's dialog, or the browser refuses for this reason. */
  const cancel = (reason = "NotAllowedError") => {
    failure = new DOMException("", reason);
  };
  return { suggestions, forgotten, cancel };
}
