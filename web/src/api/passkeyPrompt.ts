/** The browser's prompts to create a passkey and to sign with one; loaded on first use. */
import { type Attributes, call, type Data, type Path, Refusal } from "./call";
import { NOT_ALLOWED } from "./gen/codes.gen";

type Options = Data<"/auth/passkey_begin">["options"];
type Assertion = Attributes<"/auth/passkey_finish">["credential"];
type Attestation = NonNullable<Attributes<"/user/passkey_save">["credential"]>;
type SignInTerms = Omit<Attributes<"/auth/passkey_finish">, "credential">;

/**
 * How long the username field uses a challenge before it gets a new one: less than the five minutes
 * it is valid.
 */
const FRESH = 240_000;

/** Only one request may be pending in a page. */
let pending = new AbortController();

/** Asks for a signature by a passkey, and ends the request that waits in the username field. */
async function sign(
  options: Options,
  mediation?: CredentialMediationRequirement,
  ended?: AbortSignal,
): Promise<Assertion> {
  pending.abort();
  pending = new AbortController();
  const signal = ended ? AbortSignal.any([pending.signal, ended]) : pending.signal;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey, signal, mediation });
  const { id, response } = (
    credential as PublicKeyCredential
  ).toJSON() as AuthenticationResponseJSON;
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle,
  };
}

/** Prompts for a passkey and signs in with it. Returns the session's token. */
export async function signInWithPasskey(terms: SignInTerms): Promise<string> {
  const { options } = await call("/auth/passkey_begin");
  return finishSignIn(await sign(options), terms);
}

/**
 * Signs in with the passkey that is chosen in the field of the username, whenever that is. Returns the session's token;
 * null where fields offer none, or once the request has ended.
 */
export async function signInFromField(
  ended: AbortSignal,
  terms: () => SignInTerms,
): Promise<string | null> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  while (!ended.aborted) {
    // Nobody has asked for it yet: that it cannot begin is said once somebody does.
    const begun = await call("/auth/passkey_begin").catch((failure: unknown) => {
      if (arePasskeysOff(failure)) throw failure;
    });
    const late = AbortSignal.timeout(FRESH);
    if (!begun || ended.aborted) break;
    const waiting = AbortSignal.any([ended, late]);
    const chosen = await sign(begun.options, "conditional", waiting).catch(() => null);
    if (chosen) return finishSignIn(chosen, terms());
    if (!late.aborted) break;
  }
  return null;
}

async function finishSignIn(credential: Assertion, terms: SignInTerms): Promise<string> {
  const { token } = await call("/auth/passkey_finish", { attributes: { credential, ...terms } });
  return token ?? "";
}

/** Confirms a call with a passkey in place of the password. Returns the ticket for it. */
export async function stepUp(path: Path, attributes: Record<string, unknown>): Promise<string> {
  const { options } = await call("/auth/passkey_begin", { attributes: { path, attributes } });
  const credential = await sign(options);
  const { stepup } = await call("/auth/passkey_finish", { attributes: { credential } });
  return stepup ?? "";
}

/** Prompts the user to create a passkey on a device. */
export async function makePasskey(options: Options): Promise<Attestation> {
  pending.abort();
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  const { id, response } = (credential as PublicKeyCredential).toJSON() as RegistrationResponseJSON;
  return {
    id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: response.transports,
  };
}

/** Tells the browser that the portal no longer knows a passkey, so that it is not offered again. */
export async function forgetPasskey(rpId: string, credentialId: string) {
  await PublicKeyCredential.signalUnknownCredential?.({ rpId, credentialId }).catch(() => {});
}

/** Whether passkeys are off at this address. */
export const arePasskeysOff = (failure: unknown) =>
  failure instanceof Refusal && failure.code === NOT_ALLOWED;
