import type { AccountIdParts } from '../message/caip.js'
import { parseAccountId } from '../message/caip.js'
import { type Cacao, cacaoSchema, cacaoText, isCacaoText, parseIssuer } from '../message/cacao.js'
import type { NamespaceVerifier } from './NamespaceVerifier.js'
import { type Refusal, refuse } from './Refusal.js'
import { readSignIn, type SignInOutput } from './solana/readSignIn.js'
import type { SolanaSignInInput } from './solana/SolanaSignInInput.js'

interface RequestContext {
  /** CAIP-10 account that is expected to sign in. Without it the message's own account is taken. */
  readonly account?: string
  /** The nonce this sign-in was started with, when the host knows it. */
  readonly nonce?: string
  /** The secret given to `issueNonce` for this browser; all of them where a browser may have several. */
  readonly binding?: string | readonly string[]
  readonly signal?: AbortSignal
}

/** A text and its signature: what `personal_sign`, `signMessage` and `signRaw` give. */
export interface MessageRequest extends RequestContext {
  readonly message: string
  readonly signature: string | Uint8Array
  readonly signatureType?: string
}

/** A CAIP-74 object: what WalletConnect's one-click authenticate gives. Hostile until read. */
export interface CacaoRequest extends RequestContext {
  readonly cacao: Cacao
}

/** The output of the Wallet Standard's `solana:signIn` and the input it was asked with. */
export interface SolanaSignInRequest extends RequestContext {
  readonly signIn: { readonly input: SolanaSignInInput; readonly output: SignInOutput }
}

export type VerifyRequest = MessageRequest | CacaoRequest | SolanaSignInRequest

/** Every kind of request as one: the text, its bytes, its signature. */
export interface SignInRequest {
  readonly text: string
  readonly bytes: Uint8Array
  readonly signature: string | Uint8Array
  readonly signatureType?: string
  readonly account?: AccountIdParts
  readonly expectedNonce?: string
  readonly signal?: AbortSignal
}

type ReadRequest = { readonly ok: true; readonly request: SignInRequest } | Refusal

/** Turns any {@link VerifyRequest} into one text with one signature, or refuses. Never throws. */
export function readRequest(
  request: VerifyRequest,
  verifiers: ReadonlyMap<string, NamespaceVerifier>,
): ReadRequest {
  const account = request.account === undefined ? undefined : parseAccountId(request.account)
  if (request.account !== undefined && !account) {
    return refuse('REQUEST_MALFORMED', 'The account must be a CAIP-10 id.')
  }
  const context = {
    ...(account ? { account } : {}),
    ...(request.nonce === undefined ? {} : { expectedNonce: request.nonce }),
    ...(request.signal ? { signal: request.signal } : {}),
  }
  if ('cacao' in request) return readCacao(request.cacao, verifiers, context)
  if ('signIn' in request) return readSignIn(request.signIn.input, request.signIn.output, context)
  const { message, signature, signatureType } = request
  if (typeof message !== 'string' || !isSignature(signature)) {
    return refuse('REQUEST_MALFORMED', 'A request is a message and a signature.')
  }
  const type = signatureType === undefined ? {} : { signatureType }
  return { ok: true, request: { text: message, bytes: encode(message), signature, ...type, ...context } }
}

function isSignature(value: unknown): value is string | Uint8Array {
  return value instanceof Uint8Array || typeof value === 'string'
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function readCacao(
  value: unknown,
  verifiers: ReadonlyMap<string, NamespaceVerifier>,
  context: Partial<SignInRequest>,
): ReadRequest {
  const parsed = cacaoSchema.safeParse(value)
  if (!parsed.success) return refuse('REQUEST_MALFORMED', 'The CACAO must have the members of CAIP-74 only.')
  const { p: payload, s: signature } = parsed.data
  const issuer = parseIssuer(payload.iss)
  if (!issuer) return refuse('REQUEST_MALFORMED', 'The issuer must be did:pkh: and a CAIP-10 id.')
  const verifier = verifiers.get(issuer.namespace)
  const text = verifier && cacaoText(payload, verifier.profile)
  if (!verifier || text === undefined) {
    return refuse('NAMESPACE_UNSUPPORTED', `No verifier takes the issuer's chain "${issuer.chainId}".`)
  }
  if (!isCacaoText(payload, text, verifier.profile)) {
    return refuse('MESSAGE_MALFORMED', 'Each member of the payload must be read back from the text as it is.')
  }
  const account = context.account ?? issuer
  return {
    ok: true,
    request: {
      ...context,
      account,
      text,
      bytes: encode(text),
      signature: signature.s,
      signatureType: signature.t,
    },
  }
}
