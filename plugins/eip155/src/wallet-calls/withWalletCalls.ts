import * as z from 'zod/mini'
import type { Eip1193Provider } from '../provider.js'
import { type CallMemory, type CallRecord, createCallRecords } from './callRecords.js'
import { type MinedReceipt, readReceipt } from './minedReceipt.js'
import { isUnknownMethod, providerRpcError } from './providerRpcError.js'
import { type Asker, isRunning, sendCalls } from './sendCalls.js'
import { hexOf, requireOwn } from './sendOne.js'

export interface WalletCallsOptions {
  /** Keeps the ids of calls, so that a reload doesn't forget them: `localStorage`, for example. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Shows the status of calls when the wallet doesn't (`wallet_showCallsStatus`). Default: shows nothing. */
  onShow?(id: string): void
  /** Milliseconds between requests for a receipt. Default 1,000. */
  readonly pollingInterval?: number | undefined
}

interface PageCalls extends Pick<Asker, 'running'> {
  readonly memory: CallMemory
}

/**
 * What the page asked each wallet for. An app may put the methods in front of one wallet again and again, as at each render;
 * all of these have to know what the others are asking for. It goes with the provider.
 */
const ofProvider = new WeakMap<Eip1193Provider, PageCalls>()

function callsOf(provider: Eip1193Provider): PageCalls {
  const known: PageCalls = ofProvider.get(provider) ?? { running: new Set(), memory: new Map() }
  ofProvider.set(provider, known)
  return known
}

/**
 * Puts the methods of EIP-5792 (version 2.0.0) in front of a wallet: `wallet_sendCalls`, `wallet_getCallsStatus`,
 * `wallet_showCallsStatus` and `wallet_getCapabilities`. A wallet that supports them answers itself. Any other wallet
 * is asked for one transaction after another: `atomic` is `unsupported`, and calls that must be atomic are refused. Their status
 * is read from the chain.
 *
 * Use it for libraries that speak EIP-5792; an app itself has `EvmCalls`, which shows what calls do before the wallet opens.
 *
 * @example
 * const provider = withWalletCalls(wallet.provider(Eip155Provider), { storage: localStorage })
 * @returns the provider. What it answers itself, it rejects with the codes of EIP-1193, 1474 and 5792.
 */
export function withWalletCalls<Provider extends Eip1193Provider>(
  provider: Provider,
  { storage, onShow, pollingInterval = 1_000 }: WalletCallsOptions,
): Provider {
  const { running, memory } = callsOf(provider)
  const asker: Asker = {
    records: createCallRecords(storage, memory),
    running,
    pollingInterval,
    ask: (method, params) => provider.request(params ? { method, params } : { method }),
  }
  const own: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    wallet_getCapabilities: (params) => readCapabilities(asker, params),
    wallet_sendCalls: (params) => sendCalls(asker, params),
    wallet_getCallsStatus: (params) => readStatus(asker, idOf(params)),
    async wallet_showCallsStatus(params) {
      const id = idOf(params)
      await readStatus(asker, id)
      onShow?.(id)
      return null
    },
  }
  const isOwnCall = (method: string, params: unknown) =>
    /CallsStatus$/.test(method) &&
    asker.records.read(String((params as readonly unknown[])?.[0])) !== undefined

  async function request(given: Parameters<Eip1193Provider['request']>[0]): Promise<unknown> {
    const answer = Object.hasOwn(own, given.method) ? own[given.method] : undefined
    if (!answer) return provider.request(given)
    if (isOwnCall(given.method, given.params)) return answer(given.params)
    try {
      return await provider.request(given)
    } catch (error) {
      if (isUnknownMethod(error)) return answer(given.params)
      throw error
    }
  }
  return new Proxy(provider, {
    get(target, name) {
      if (name === 'request') return request
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

function idOf(params: unknown): string {
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  if (typeof id === 'string') return id
  throw providerRpcError(-32_602, 'The id of the calls is missing.')
}

async function readCapabilities(asker: Asker, params: unknown): Promise<unknown> {
  const Params = z.tuple([z.string(), z.optional(z.array(z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i))))])
  const { data } = z.safeParse(
    Params,
    Array.isArray(params) && params.length === 1 ? [...params, undefined] : params,
  )
  if (!data)
    throw providerRpcError(
      -32_602,
      'wallet_getCapabilities takes an address, and a list of chain ids as hex.',
    )
  await requireOwn(asker.ask, data[0])
  const chainId = hexOf(await asker.ask('eth_chainId'))
  const isAsked = data[1]?.some((asked) => hexOf(asked) === chainId) ?? true
  return isAsked ? { [chainId]: { atomic: { status: 'unsupported' } } } : {}
}

async function readStatus(asker: Asker, id: string): Promise<unknown> {
  const record = asker.records.read(id)
  if (!record) throw providerRpcError(5730, 'There are no calls with this id.')
  if (hexOf(await asker.ask('eth_chainId')) !== record.chainId) {
    throw providerRpcError(
      4901,
      `The calls are on the chain ${record.chainId}. Switch to it to see what became of them.`,
    )
  }
  const read = await Promise.all(record.hashes.map((hash) => readReceipt(asker.ask, hash)))
  const receipts = read.filter((receipt) => receipt !== null)
  return {
    version: '2.0.0',
    id,
    chainId: record.chainId,
    status: statusOf(record, receipts, isRunning(asker, record)),
    atomic: record.count === 1,
    ...(receipts.length > 0 ? { receipts } : {}),
  }
}

/**
 * 100 while it goes on, 200 done, 500 nothing of it happened, 600 a part of it. 100 also for good, where the wallet was asked
 * and never told a hash: it may have sent the transaction, and an app that hears of a failure would ask again.
 */
function statusOf(
  { count, hashes, isAsking = false }: CallRecord,
  receipts: readonly MinedReceipt[],
  goesOn: boolean,
): number {
  const done = receipts.filter(({ status }) => status === '0x1').length
  if (done === count) return 200
  if (isAsking || receipts.length < hashes.length || (goesOn && done === hashes.length)) return 100
  return done === 0 ? 500 : 600
}
