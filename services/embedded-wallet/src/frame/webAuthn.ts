import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'

/** What a passkey answered: for the service, and what stays in this frame. */
export interface PasskeyAnswer {
  readonly response: object
  /** 32 bytes that only this passkey makes. Absent where the device doesn't support it. */
  readonly output: Uint8Array | undefined
}

const credentials = z.optional(z.array(z.object({ id: z.string() })))
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  excludeCredentials: credentials,
})
export const requestOptions = z.object({ challenge: z.string(), rpId: z.string() })

const timeout = 5 * 60_000
/** What the key of recovery shares is asked for by. Another one would be another key. */
const salt = new TextEncoder().encode('latchkey/recovery-share/1')
const extensions = { prf: { eval: { first: salt } } }

const bytes = (text: string) => Uint8Array.from(base64urlnopad.decode(text))
const text = (buffer: ArrayBuffer) => base64urlnopad.encode(new Uint8Array(buffer))

/** Asks for a passkey that the person has. Rejects with a `DOMException` when they refuse or have none. */
export async function getPasskey(
  { challenge, rpId }: z.infer<typeof requestOptions>,
  signal: AbortSignal,
  id?: BufferSource,
): Promise<PasskeyAnswer> {
  const credential = (await navigator.credentials.get({
    signal,
    publicKey: {
      challenge: bytes(challenge),
      rpId,
      timeout,
      userVerification: 'required',
      extensions,
      ...(id && { allowCredentials: [{ type: 'public-key', id }] }),
    },
  })) as PublicKeyCredential
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    credential.response as AuthenticatorAssertionResponse
  return {
    output: outputOf(credential),
    response: {
      ...idOf(credential),
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle && { userHandle: text(userHandle) }),
      },
    },
  }
}

/** Makes a passkey. Devices that tell its output only when it is used are asked a second time. */
export async function createPasskey(
  { challenge, rp, user, pubKeyCredParams, excludeCredentials = [] }: z.infer<typeof creationOptions>,
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  const credential = (await navigator.credentials.create({
    signal,
    publicKey: {
      challenge: bytes(challenge),
      rp,
      user: { ...user, id: bytes(user.id) },
      pubKeyCredParams,
      timeout,
      attestation: 'none',
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id: bytes(id) })),
      extensions,
    },
  })) as PublicKeyCredential
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse
  return {
    output: outputOf(credential) ?? (await evaluate(credential, rp.id, signal)),
    response: {
      ...idOf(credential),
      response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
    },
  }
}

async function evaluate(
  credential: PublicKeyCredential,
  rpId: string,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  if (!credential.getClientExtensionResults().prf?.enabled) return undefined
  const challenge = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  return (await getPasskey({ challenge, rpId }, signal, credential.rawId)).output
}

const idOf = ({ id, rawId }: PublicKeyCredential) => ({ id, rawId: text(rawId), type: 'public-key' as const })

function outputOf(credential: PublicKeyCredential): Uint8Array | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) return undefined
  const output = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return output.length === 32 ? output : undefined
}
