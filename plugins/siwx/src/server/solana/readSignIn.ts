import { base58 } from '@scure/base'
import { parseText } from '../../message/parseText.js'
import { readOffchainMessage } from '../../message/toOffchainMessage.js'
import { solanaProfile } from '../../message/profiles.js'
import type { SignInRequest } from '../readRequest.js'
import { type Refusal, refuse } from '../Refusal.js'
import type { SolanaSignInInput } from './SolanaSignInInput.js'

/** Output of the Wallet Standard feature `solana:signIn`. Bytes as the wallet gave them. */
export interface SignInOutput {
  readonly account: { readonly publicKey: Uint8Array }
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
  /** The standard knows `ed25519` alone, which is also meant where it is missing. */
  readonly signatureType?: string
}

const MEMBERS = [
  'domain',
  'address',
  'statement',
  'uri',
  'version',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/**
 * Reads a `solana:signIn` output: the text must say what the page asked for, member for member, and name the
 * account returned. A wallet may add members that were not asked for; it may not change one.
 */
export function readSignIn(
  input: SolanaSignInInput,
  output: SignInOutput,
  context: Partial<SignInRequest>,
): { ok: true; request: SignInRequest } | Refusal {
  const { account, signedMessage, signature, signatureType } = output ?? {}
  const isBytes = [account?.publicKey, signedMessage, signature].every((value) => value instanceof Uint8Array)
  if (!isBytes)
    return refuse('REQUEST_MALFORMED', 'A signIn output has a publicKey, a message and a signature.')
  // A hardware wallet puts the text into an off-chain message, and the verifier knows both forms.
  const bytes = readOffchainMessage(signedMessage, account.publicKey) ?? signedMessage
  const text = decodeUtf8(bytes)
  if (text === undefined) return refuse('MESSAGE_MALFORMED', 'The signed message must be UTF-8.')
  const parsed = parseText(text, solanaProfile().grammar)
  if (!parsed.ok) {
    return refuse('MESSAGE_MALFORMED', `Line ${parsed.problem.line} must be ${parsed.problem.expected}.`)
  }
  if (parsed.text.address !== base58.encode(account.publicKey)) {
    return refuse('ACCOUNT_MISMATCH', 'The signed message must name the account that signs in.')
  }
  for (const member of MEMBERS) {
    const asked = input[member]
    // A wallet may leave an empty member out: it says the same.
    if (asked !== undefined && asked !== (parsed.text[member] ?? '')) {
      return refuse('SIGN_IN_INPUT_MISMATCH', `The wallet signed another "${member}" than it was asked to.`)
    }
  }
  const { resources } = input
  if (resources && JSON.stringify(resources) !== JSON.stringify(parsed.text.resources ?? [])) {
    return refuse('SIGN_IN_INPUT_MISMATCH', 'The wallet signed other "resources" than it was asked to.')
  }
  const type = signatureType === undefined ? {} : { signatureType }
  return { ok: true, request: { ...context, text, bytes, signature, ...type } }
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
