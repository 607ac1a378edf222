import { decodeHex, RpcError } from '@latchkey/kernel/chain'
import { BaseError, parse } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '@latchkey/plugin-eip155'
import * as z from 'zod/mini'
import type { Owners } from './createOwners.js'
import type { SafeLink } from './createSafeLink.js'
import {
  callsParams,
  personalParams,
  type SafeCall,
  sendParams,
  sentSchema,
  signedSchema,
  statusParams,
  typedParams,
} from './safeSchemas.js'

export interface SafeProviderTools {
  readonly link: SafeLink
  readonly owners: Owners
  /** The Safe that is open in the host, read with each request: a person may open another one there. */
  readonly address: string
  readonly chainId: number
  /** Asks the host whether that Safe is still the one that would move money or sign. */
  isStillOpen(): Promise<boolean>
}

/** What the host reads from the chain for an app, by the protocol. */
const reads: ReadonlySet<string> = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
])
/** Milliseconds until the host has to answer what needs no person. */
const patience = 30_000

/** EIP-1193 over a Safe: one account on one network, and every request that moves something is one transaction of the Safe. */
export function createSafeProvider(tools: SafeProviderTools): Eip1193Provider {
  const { link, owners } = tools
  const sendCalls = createCallsTaker(tools)
  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_accounts: () => [tools.address],
    eth_requestAccounts: () => [tools.address],
    eth_chainId: () => hexOf(tools.chainId),
    net_version: () => String(tools.chainId),
    wallet_getCapabilities: () => ({ [hexOf(tools.chainId)]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: sendCalls,
    wallet_getCallsStatus: (params) => readCalls(tools, params),
    async eth_sendTransaction(params) {
      const [call] = parse(sendParams, params, 'What eth_sendTransaction is asked for')
      if (!isOwn(tools, call.from)) throw refused(4100, 'RPC_UNAUTHORIZED')
      return owners.executed(await send(tools, [call]))
    },
    personal_sign: (params) => signText(tools, params),
    eth_signTypedData_v4: (params) => signTyped(tools, params),
  }
  return {
    async request({ method, params = [] }) {
      const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
      if (answer) return answer(params)
      if (!reads.has(method)) throw refused(4200, 'RPC_UNSUPPORTED_METHOD')
      return link.ask('rpcCall', { call: method, params }, { schema: z.unknown(), patience })
    },
  }
}

const hexOf = (chainId: number) => `0x${chainId.toString(16)}`

async function send(tools: SafeProviderTools, calls: readonly SafeCall[]): Promise<string> {
  const { link, chainId } = tools
  const txs = calls.map((call) => readCall(call, chainId))
  await requireOpen(tools)
  return (await link.ask('sendTransactions', { txs }, { schema: sentSchema })).safeTxHash
}

/** What the host would leave out in silence is refused: the call would be another one without it. */
function readCall(call: SafeCall, chainId: number) {
  const { to, input, data = input ?? '0x', value = '0x0', authorizationList, capabilities = {} } = call
  if (input !== undefined && input.toLowerCase() !== data.toLowerCase())
    throw refused(-32_602, 'RPC_INVALID_PARAMS')
  if (call.chainId !== undefined && Number(call.chainId) !== chainId)
    throw refused(4901, 'RPC_CHAIN_DISCONNECTED')
  if (authorizationList !== undefined) throw refused(4200, 'RPC_UNSUPPORTED_METHOD')
  if (!areOptional(capabilities)) throw refused(5700, 'RPC_CAPABILITY_NOT_SUPPORTED')
  return { to, data, value: BigInt(value).toString() }
}

const areOptional = (capabilities: NonNullable<SafeCall['capabilities']>) =>
  Object.values(capabilities).every(({ optional }) => optional === true)

/** Takes several calls as one transaction, and each id of the app's once, also while the person still decides. */
function createCallsTaker(tools: SafeProviderTools) {
  const taken = new Set<string>()
  return async (params: unknown): Promise<{ readonly id: string }> => {
    const [request] = parse(callsParams, params, 'What wallet_sendCalls is asked for')
    const { id, from, chainId, calls, capabilities = {} } = request
    if (Number(chainId) !== tools.chainId) throw refused(5710, 'RPC_CHAIN_ID_NOT_SUPPORTED')
    if (from !== undefined && !isOwn(tools, from)) throw refused(4100, 'RPC_UNAUTHORIZED')
    if (!areOptional(capabilities)) throw refused(5700, 'RPC_CAPABILITY_NOT_SUPPORTED')
    if (id !== undefined && taken.has(id)) throw refused(5720, 'RPC_DUPLICATE_BUNDLE')
    if (id !== undefined) taken.add(id)
    try {
      return { id: await send(tools, calls) }
    } catch (error) {
      // Declined, so that it may be asked for again.
      if (id !== undefined) taken.delete(id)
      throw error
    }
  }
}

const codes = {
  AWAITING_CONFIRMATIONS: 100,
  AWAITING_EXECUTION: 100,
  CANCELLED: 400,
  FAILED: 500,
  SUCCESS: 200,
} as const

/** By EIP-5792. What succeeded is pending until its transaction is named, or won't be any more. */
async function readCalls({ owners, chainId }: SafeProviderTools, params: unknown) {
  const [id] = parse(statusParams, params, 'What wallet_getCallsStatus is asked for')
  const { txStatus, txHash, isOver } = await owners.read(id)
  const receipts = typeof txHash === 'string' ? [{ transactionHash: txHash }] : []
  const status = txStatus === 'SUCCESS' && !isOver ? 100 : codes[txStatus]
  return { version: '2.0.0', id, chainId: hexOf(chainId), atomic: true, status, receipts }
}

/** The host tells nothing when a person opens another Safe, and takes what is asked for the one that is open. */
async function requireOpen(tools: SafeProviderTools): Promise<void> {
  if (!(await tools.isStillOpen())) throw refused(4100, 'RPC_UNAUTHORIZED')
}

const isOwn = ({ address }: SafeProviderTools, other: string) => other.toLowerCase() === address.toLowerCase()

async function signText(tools: SafeProviderTools, params: unknown): Promise<string> {
  const [bytes, account] = parse(personalParams, params, 'What personal_sign is asked for')
  if (!isOwn(tools, account)) throw refused(4100, 'RPC_UNAUTHORIZED')
  return sign(tools, 'signMessage', { message: readText(bytes) })
}

/** The host takes a text, and signs its bytes: others than those of a text can't be said to it. */
function readText(bytes: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeHex(bytes.slice(2)))
  } catch (cause) {
    throw new BaseError('Safe can sign texts, but this isn’t one.', { code: 'SAFE_MESSAGE_NOT_TEXT', cause })
  }
}

async function signTyped(tools: SafeProviderTools, params: unknown): Promise<string> {
  const [account, given] = parse(typedParams, params, 'What eth_signTypedData_v4 is asked for')
  if (!isOwn(tools, account)) throw refused(4100, 'RPC_UNAUTHORIZED')
  const typedData = typeof given === 'string' ? readJson(given) : given
  return sign(tools, 'signTypedMessage', { typedData })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refused(-32_602, 'RPC_INVALID_PARAMS')
  }
}

async function sign(tools: SafeProviderTools, method: string, params: unknown): Promise<string> {
  const { link, owners } = tools
  await requireOpen(tools)
  const answer = await link.ask(method, params, { schema: signedSchema })
  if ('messageHash' in answer) return owners.signed(answer.messageHash)
  throw new BaseError(
    'Your Safe signs by a transaction, which this app can’t check. Decline it in Safe, and update your Safe to sign without one.',
    { code: 'SAFE_SIGNS_ON_CHAIN', metaMessages: [`Safe transaction: ${answer.safeTxHash}`] },
  )
}

const sentences: Readonly<Record<number, string>> = {
  [-32_602]: 'The wallet or node refused the parameters of the request.',
  4100: 'The wallet has not allowed this app to do that.',
  4200: 'The wallet does not support this.',
  4901: 'The wallet is not connected to this network. Open it and check.',
  5700: 'The wallet does not support a capability that this needs.',
  5710: 'The wallet does not support this network.',
  5720: 'These calls were sent already.',
}

const refused = (rpcCode: number, code: string) => new RpcError(sentences[rpcCode] ?? '', { code, rpcCode })
