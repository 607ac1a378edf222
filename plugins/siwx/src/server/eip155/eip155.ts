import { parseChainId } from '../../message/caip.js'
import { eip155Profile } from '../../message/profiles.js'
import { isEqualBytes, readHex } from '../../message/bytes.js'
import type { NamespaceVerifier, SignatureRequest, SignatureVerdict } from '../NamespaceVerifier.js'
import { type Refusal, refuse } from '../Refusal.js'
import { nobleRecover, type Secp256k1Recover } from '../secp256k1Recover.js'
import { checkErc1271, checkErc6492, checkErc8010, readCode, readNonce } from './checkContract.js'
import { checkEcdsa } from './checkEcdsa.js'
import { type EthereumRpc, httpRpc } from './EthereumRpc.js'
import { isWrapped, unwrapSignature } from './erc6492.js'
import { delegationCode, isAuthorizedBy, isDelegatedSignature, unwrapDelegated } from './erc8010.js'
import { hashPersonalMessage } from './hashPersonalMessage.js'

const kinds: readonly string[] = ['eip191', 'eip1271', 'eip6492', 'eip8010']

export interface Eip155Options {
  /**
   * Nodes by decimal chain id (`1`) or CAIP-2 id (`eip155:1`): a URL or a function. Needed for smart accounts
   * (EIP-1271, ERC-6492). Without a node for its chain only the signature of an externally owned account is
   * accepted.
   */
  readonly rpc?: Readonly<Record<string, string | EthereumRpc>> | undefined
  /** Milliseconds a node may take to answer. Default 5000. */
  readonly timeout?: number | undefined
  /** Curve backend. Default: @noble/curves. */
  readonly recover?: Secp256k1Recover | undefined
}

/** Longest signature taken, in bytes. Initcode of a simulation must stay under the limit of EIP-3860. */
const MAX_SIGNATURE_LENGTH = 24_576

/**
 * Verifies EVM sign-ins (EIP-4361). The account's own key (EIP-191) signs in without a node. Every other signature needs
 * one: a wrapped signature is simulated on its chain (ERC-6492), also one with the code that the account authorized
 * (ERC-8010), and an account with code is asked (EIP-1271).
 */
export function eip155(options: Eip155Options = {}): NamespaceVerifier {
  const recover = options.recover ?? nobleRecover
  const nodes = new Map<string, EthereumRpc>()
  for (const [chain, rpc] of Object.entries(options.rpc ?? {})) {
    const chainId = chain.includes(':') ? chain : `eip155:${chain}`
    nodes.set(chainId, typeof rpc === 'string' ? httpRpc(rpc, options.timeout) : rpc)
  }

  return {
    profile: eip155Profile,
    async verifySignature(request) {
      const signature = readSignature(request)
      if (!signature)
        return refuse('SIGNATURE_MALFORMED', 'An EVM signature is hexadecimal of at most 24 KiB.')
      const kind = request.signatureType
      if (kind !== undefined && !kinds.includes(kind)) {
        return refuse(
          'SIGNATURE_KIND_UNSUPPORTED',
          `Expected one of the signature types ${kinds.join(', ')}.`,
        )
      }
      const hash = hashPersonalMessage(request.bytes)
      const byKey = isOfKey(signature)
        ? checkEcdsa(hash, signature, request.message.accountAddress, recover)
        : undefined
      if (byKey?.ok) return byKey
      const node = nodes.get(request.message.chainId)
      if (!node) return byKey ?? nodeMissing(request.message.chainId)
      try {
        return await checkOnChain(node, hash, signature, request, byKey ?? withoutCode, recover)
      } catch (error) {
        const cause = error instanceof Error ? error.message : 'unknown'
        return refuse('CHAIN_UNREACHABLE', `The node of ${request.message.chainId} did not answer: ${cause}`)
      }
    },
  }
}

function readSignature({ signature }: SignatureRequest): Uint8Array | undefined {
  const bytes = typeof signature === 'string' ? readHex(signature) : signature
  return bytes && bytes.length > 0 && bytes.length <= MAX_SIGNATURE_LENGTH ? bytes : undefined
}

/** Whether a key can have made it: such a signature has at most 65 bytes. */
function isOfKey(signature: Uint8Array): boolean {
  return signature.length <= 65 && !isWrapped(signature)
}

function nodeMissing(chainId: string): Refusal {
  const chain = parseChainId(chainId)?.reference
  return refuse(
    'SIGNATURE_KIND_UNSUPPORTED',
    `A smart account's signature needs a node: give eip155({ rpc: { ${chain}: url } }).`,
  )
}

async function checkOnChain(
  node: EthereumRpc,
  hash: Uint8Array,
  signature: Uint8Array,
  { message, signal }: SignatureRequest,
  noCode: Refusal,
  recover: Secp256k1Recover,
): Promise<SignatureVerdict> {
  const account = message.accountAddress
  if (isWrapped(signature)) return checkWrapped(node, account, hash, signature, signal)
  if (isDelegatedSignature(signature))
    return checkDelegated(node, hash, signature, { message, ...(signal ? { signal } : {}) }, recover)
  const code = await readCode(node, account, signal)
  if (code.length === 0) return noCode
  if (await checkErc1271(node, account, hash, signature, signal)) return { ok: true, method: 'eip1271' }
  return refuse('SIGNATURE_INVALID', 'The contract account does not accept the signature.')
}

async function checkWrapped(
  node: EthereumRpc,
  account: string,
  hash: Uint8Array,
  signature: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<SignatureVerdict> {
  const wrapped = unwrapSignature(signature)
  if (!wrapped) return refuse('SIGNATURE_MALFORMED', 'The ERC-6492 wrapper cannot be decoded.')
  const code = await readCode(node, account, signal)
  const deployed = code.length > 0 && (await checkErc1271(node, account, hash, wrapped.signature, signal))
  if (deployed || (await checkErc6492(node, account, hash, wrapped, signal))) {
    return { ok: true, method: 'eip6492' }
  }
  return refuse('SIGNATURE_INVALID', 'The account does not accept the signature after its factory call.')
}

/** Longer than any signature of a key: it's for code that isn't there. */
const withoutCode = refuse(
  'SIGNATURE_KIND_UNSUPPORTED',
  'This is the signature of a smart account, and the account has no code on this chain. Sign in with a wrapped one (ERC-6492, ERC-8010).',
)

async function checkDelegated(
  node: EthereumRpc,
  hash: Uint8Array,
  signature: Uint8Array,
  { message, signal }: Pick<SignatureRequest, 'message' | 'signal'>,
  recover: Secp256k1Recover,
): Promise<SignatureVerdict> {
  const account = message.accountAddress
  const wrapped = unwrapDelegated(signature)
  if (!wrapped) return refuse('SIGNATURE_MALFORMED', 'The ERC-8010 wrapper cannot be decoded.')
  const code = await readCode(node, account, signal)
  if (isEqualBytes(code, delegationCode(wrapped.delegation))) {
    const isAccepted = await checkErc1271(node, account, hash, wrapped.signature, signal)
    return isAccepted ? { ok: true, method: 'eip8010' } : notAccepted
  }
  const chainId = BigInt(parseChainId(message.chainId)?.reference ?? 0)
  const nonce = await readNonce(node, account, signal)
  const isAuthorized = isAuthorizedBy(wrapped, account, { chainId, nonce }, recover)
  return isAuthorized && (await checkErc8010(node, account, hash, wrapped, signal))
    ? { ok: true, method: 'eip8010' }
    : notAccepted
}

const notAccepted = refuse(
  'SIGNATURE_INVALID',
  'The account does not accept the signature with the code that it authorized.',
)
