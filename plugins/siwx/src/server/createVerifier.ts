import { createNonce } from '../message/createNonce.js'
import { type ParsedMessage, parseMessage } from '../message/parseMessage.js'
import { readAccountKind } from '../message/parseText.js'
import type { Recap } from '../message/recap.js'
import { SiwxError } from '../message/SiwxError.js'
import type { SiwxMessage } from '../message/SiwxMessage.js'
import { bind, type Bindings } from './bind.js'
import { checkRecaps } from './checkRecaps.js'
import { createWorkBudget, type WorkBudget, WorkBudgetSpent, WorkCost } from './createWorkBudget.js'
import { hashBinding } from './hashBinding.js'
import type { NamespaceVerifier, SignatureRequest, SignatureVerdict } from './NamespaceVerifier.js'
import type { NonceState, NonceStore } from './nonces/NonceStore.js'
import { readSeconds } from './readSeconds.js'
import { readRequest, type SignInRequest, type VerifyRequest } from './readRequest.js'
import { type Refusal, refuse } from './Refusal.js'

export interface VerifierOptions {
  /** The domain or domains of the page: `host[:port]`, as the browser's `location.host` prints it. */
  readonly domain: string | readonly string[]
  /**
   * The URI or URIs a message may name, compared exactly, or a test. Default: any URI whose authority is the
   * message's domain, over https (or http on loopback).
   */
  readonly uri?: (string | readonly string[] | ((uri: string) => boolean)) | undefined
  /** CAIP-2 ids that may sign in. Default: every network of the namespaces of `verifiers`, those without a node in `rpc` too. */
  readonly chains?: readonly string[] | undefined
  readonly verifiers: readonly NamespaceVerifier[]
  readonly nonces: NonceStore
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly clock?: (() => number) | undefined
  /** Seconds the clocks of page and server may differ. Default 60. */
  readonly clockSkew?: number | undefined
  /** Seconds a message may be old, by Issued At. Default 600; may be infinite, as a nonce lives not long. */
  readonly maxAge?: number | undefined
  /** Seconds an issued nonce lives. Default 600. */
  readonly nonceLifetime?: number | undefined
}

/** Most sign-ins taken in one request. */
const MAX_REQUESTS = 16

/** Enough for a script of 20 keys, the most that CHECKMULTISIG takes. */
const MESSAGE_WORK = 24 * WorkCost.signature
const REQUEST_WORK = 2 * MESSAGE_WORK

/** A sign-in that holds. */
export interface Verified {
  readonly ok: true
  /**
   * CAIP-10 id of the account in its canonical spelling ({@link canonicalAccountId}): one account has one id, however
   * the wallet spells it. `message.accountAddress` is what was signed.
   */
  readonly accountId: string
  readonly message: SiwxMessage
  /** The text that was signed. */
  readonly text: string
  /** How the signature was checked, such as `eip191`, `eip1271`, `bip322-simple`. */
  readonly method: string
  /** ERC-5573 grants the user signed, if any. */
  readonly recaps: readonly Recap[]
}

export type VerifyResult = Verified | Refusal

export interface Verifier {
  /** Makes, stores and returns a nonce. `binding` is a secret of the browser it is for (a cookie's value). */
  issueNonce(options?: { readonly binding?: string }): Promise<string>
  /**
   * Verifies one sign-in. Refusals are results; faults of a store or of the host's own code are thrown.
   * The nonce is consumed in one atomic step before the signature is checked: each check costs a nonce, and of two
   * copies of one sign-in only the first is checked. After `CHAIN_UNREACHABLE`, or when a verifier throws,
   * nothing was decided: the nonce is live again, and the same sign-in may be sent once more.
   */
  verify(request: VerifyRequest): Promise<VerifyResult>
  /**
   * Verifies several sign-ins made with one nonce, as WalletConnect's one-click authenticate gives them: one
   * CACAO per chain. All must hold and name the same nonce, which is consumed once; else none counts.
   */
  verifyAll(requests: readonly VerifyRequest[]): Promise<VerifyAllResult>
}

export type VerifyAllResult = { readonly ok: true; readonly signIns: readonly Verified[] } | Refusal

/**
 * The one server-side check for every chain (CAIP-122). Order: shape, grammar, domain, URI, chain, times,
 * account, ReCaps, nonce consumed, signature. A signature whose check would take too long (a script of hundreds of
 * keys) is refused with `SIGNATURE_TOO_COSTLY`.
 * @throws SiwxError `SIWX_OPTIONS_INVALID` when two verifiers share a namespace or the domain is empty.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  const clock = options.clock ?? Date.now
  const byKind = indexVerifiers(options.verifiers)
  const byNamespace = new Map(options.verifiers.map((verifier) => [verifier.profile.namespace, verifier]))
  const times = readSeconds('createVerifier', options, { clockSkew: 60, maxAge: 600, nonceLifetime: 600 }, [
    'maxAge',
  ])
  const bindings = { ...readBindings(options), ...times }

  /** Everything that is decided without the nonce and the signature. */
  function read(request: VerifyRequest): { readonly ok: true; readonly read: ReadSignIn } | Refusal {
    const asked = readRequest(request, byNamespace)
    if (!asked.ok) return asked
    const verifier = byKind.get(readAccountKind(asked.request.text) ?? '')
    if (!verifier)
      return refuse('NAMESPACE_UNSUPPORTED', `Expected a sign-in of ${[...byKind.keys()].join(', ')}.`)
    const parsed = parseMessage(asked.request.text, verifier.profile)
    if (!parsed.ok) return refuseParse(parsed)
    const { message } = parsed
    const refused = bind(message, bindings, clock()) ?? bindRequest(message, asked.request, verifier)
    if (refused) return refused
    const recaps = checkRecaps(message)
    if (!recaps.ok) return recaps
    return { ok: true, read: { verifier, message, request: asked.request, recaps: recaps.recaps } }
  }

  async function verifyAll(requests: readonly VerifyRequest[]): Promise<VerifyAllResult> {
    const [first] = requests
    if (!first || requests.length > MAX_REQUESTS) {
      return refuse('REQUEST_MALFORMED', `Expected 1 to ${MAX_REQUESTS} sign-ins.`)
    }
    const all: ReadSignIn[] = []
    for (const request of requests) {
      const result = read(request)
      if (!result.ok) return result
      all.push(result.read)
    }
    const nonce = all[0]?.message.nonce ?? ''
    if (all.some(({ message }) => message.nonce !== nonce)) {
      return refuse('NONCE_MISMATCH', 'All sign-ins of one request must name the same nonce.')
    }
    const used = refuseNonce(await consume(options.nonces, nonce, bindingsOf(first), clock))
    if (used) return used
    return checkOrRelease(options.nonces, nonce, all)
  }

  return {
    async issueNonce({ binding = '' } = {}) {
      const nonce = createNonce()
      const expiresAt = clock() + times.nonceLifetime
      await options.nonces.add({ nonce, binding: hashBinding(binding), expiresAt })
      return nonce
    },
    async verify(request) {
      const result = await verifyAll([request])
      return result.ok ? (result.signIns[0] as Verified) : result
    },
    verifyAll,
  }
}

async function consume(
  nonces: NonceStore,
  nonce: string,
  bindings: readonly string[],
  clock: () => number,
): Promise<NonceState> {
  for (const binding of bindings) {
    const state = await nonces.consume(nonce, hashBinding(binding), clock())
    if (state !== 'mismatch') return state
  }
  return 'mismatch'
}

/** Where nothing was decided, the nonce isn't used up: a node was down, or the verifier itself failed. */
async function checkOrRelease(
  nonces: NonceStore,
  nonce: string,
  all: readonly ReadSignIn[],
): Promise<VerifyAllResult> {
  let isDecided = false
  try {
    const result = await checkAll(all)
    isDecided = result.ok || result.code !== 'CHAIN_UNREACHABLE'
    return result
  } finally {
    if (!isDecided) await nonces.release?.(nonce)
  }
}

async function checkAll(all: readonly ReadSignIn[]): Promise<VerifyAllResult> {
  const whole = createWorkBudget(REQUEST_WORK)
  const signIns: Verified[] = []
  for (const signIn of all) {
    const result = await checkSignature(signIn, createWorkBudget(MESSAGE_WORK, whole))
    if (!result.ok) return result
    signIns.push(result)
  }
  return { ok: true, signIns }
}

async function checkSignature(signIn: ReadSignIn, work: WorkBudget): Promise<VerifyResult> {
  const { verifier, message, request, recaps } = signIn
  const verdict = await judge(verifier, { ...request, message, work })
  if (!verdict.ok) return verdict
  const address = verifier.profile.canonicalAddress(message.accountAddress)
  const accountId = `${message.chainId}:${address}`
  return { ok: true, accountId, message, text: request.text, method: verdict.method, recaps }
}

function bindingsOf({ binding = '' }: VerifyRequest): readonly string[] {
  if (typeof binding === 'string') return [binding]
  return binding.length > 0 ? binding : ['']
}

/** A sign-in that says what it must. Whether it is signed is still open. */
interface ReadSignIn {
  readonly verifier: NamespaceVerifier
  readonly message: SiwxMessage
  readonly request: SignInRequest
  readonly recaps: readonly Recap[]
}

async function judge(verifier: NamespaceVerifier, request: SignatureRequest): Promise<SignatureVerdict> {
  try {
    return await verifier.verifySignature(request)
  } catch (error) {
    if (!(error instanceof WorkBudgetSpent)) throw error
    return refuse('SIGNATURE_TOO_COSTLY', 'Checking the signature takes more work than a sign-in may cost.')
  }
}

function indexVerifiers(verifiers: readonly NamespaceVerifier[]): ReadonlyMap<string, NamespaceVerifier> {
  const byKind = new Map<string, NamespaceVerifier>()
  const namespaces = new Set<string>()
  for (const verifier of verifiers) {
    const { namespace, grammar } = verifier.profile
    if (namespaces.has(namespace) || byKind.has(grammar.accountKind)) {
      throw optionsInvalid(`two verifiers are for "${namespace}" or print "${grammar.accountKind} account"`)
    }
    namespaces.add(namespace)
    byKind.set(grammar.accountKind, verifier)
  }
  return byKind
}

function readBindings(options: VerifierOptions): Omit<Bindings, 'clockSkew' | 'maxAge'> {
  const domains = typeof options.domain === 'string' ? [options.domain] : options.domain
  if (domains.length === 0 || domains.includes('')) throw optionsInvalid('the domain is empty')
  const odd = domains.find((domain) => domain.includes('/'))
  if (odd !== undefined) throw optionsInvalid(`the domain "${odd}" is no host`)
  const uris = typeof options.uri === 'string' ? [options.uri] : options.uri
  return { domains, uris, chains: options.chains }
}

function optionsInvalid(problem: string): SiwxError {
  return new SiwxError(
    'SIWX_OPTIONS_INVALID',
    `createVerifier cannot start: ${problem}. Give one verifier per namespace and the host of the page as domain.`,
  )
}

function bindRequest(
  message: SiwxMessage,
  { account, expectedNonce }: SignInRequest,
  { profile }: NamespaceVerifier,
): Refusal | undefined {
  if (expectedNonce !== undefined && expectedNonce !== message.nonce) {
    return refuse('NONCE_MISMATCH', 'The nonce must be the one this sign-in was started with.')
  }
  if (!account) return undefined
  const same =
    account.chainId === message.chainId &&
    profile.canonicalAddress(account.address) === profile.canonicalAddress(message.accountAddress)
  return same ? undefined : refuse('ACCOUNT_MISMATCH', 'The message must name the account that signs in.')
}

function refuseParse(parsed: Exclude<ParsedMessage, { ok: true }>): Refusal {
  switch (parsed.reason) {
    case 'text':
      return refuse('MESSAGE_MALFORMED', `Line ${parsed.problem.line} must be ${parsed.problem.expected}.`)
    case 'missing':
      return refuse('FIELD_MISSING', `The field "${parsed.field}" is required.`)
    case 'address':
      return refuse(
        'ADDRESS_MALFORMED',
        'The address must be one of the namespace, in its required spelling.',
      )
    case 'chain':
      return refuse('CHAIN_MALFORMED', 'The Chain ID must be in the form this server issues.')
  }
}

function refuseNonce(state: NonceState): Refusal | undefined {
  switch (state) {
    case 'live':
      return undefined
    case 'used':
      return refuse('NONCE_USED', 'The nonce has signed in once already. Ask for a new one.')
    case 'expired':
      return refuse('NONCE_EXPIRED', 'The nonce is too old. Ask for a new one.')
    case 'mismatch':
      return refuse('NONCE_MISMATCH', 'The nonce was given to another browser.')
    case 'unknown':
      return refuse('NONCE_UNKNOWN', 'The nonce was not issued by this server.')
  }
}
