import * as z from 'zod/mini'
import type { Eip1193Provider } from '../provider.js'
import { type CallRecord, type CallRecords, createCallRecords } from './callRecords.js'
import { isUnknownMethod, providerRpcError } from './providerRpcError.js'
import { readAskedCalls } from './readAskedCalls.js'
import { type Ask, type Call, hexOf, requireOwn, sendOne } from './sendOne.js'

export interface WalletCallsOptions {
  /** Keeps the ids of calls, so that a reload doesn't forget them: `localStorage`, for example. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  /** Shows the status of calls when the wallet doesn't (`wallet_showCallsStatus`). Default: shows nothing. */
  onShow?(id: string): void
  /** Milliseconds between requests for a receipt. Default 1,000. */
  readonly pollingInterval?: number
}

interface Asker extends Required<Pick<WalletCallsOptions, 'pollingInterval'>> {
  readonly records: CallRecords
  /** Ids of calls that this page is still asking for. */
  readonly running: Set<string>
  readonly ask: Ask
}

/** How long to wait for a transaction before the remaining calls are dropped, in milliseconds. */
const patience = 600_000

const Receipt = z.nullable(
  z.object({
    logs: z.array(z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })),
    status: z.string(),
    blockHash: z.string(),
    blockNumber: z.string(),
    gasUsed: z.string(),
    transactionHash: z.string(),
  }),
)
type MinedReceipt = NonNullable<z.infer<typeof Receipt>>

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
  const asker: Asker = {
    records: createCallRecords(storage),
    running: new Set(),
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

async function sendCalls(asker: Asker, params: unknown): Promise<{ readonly id: string }> {
  const { ask, records, running } = asker
  const asked = readAskedCalls(params)
  const from = await requireOwn(ask, asked.from)
  const chainId = hexOf(await ask('eth_chainId'))
  if (hexOf(asked.chainId) !== chainId) {
    throw providerRpcError(5710, `The wallet is on the chain ${chainId}. Switch it, then ask again.`)
  }
  const id = asked.id ?? newId()
  if (running.has(id) || records.read(id))
    throw providerRpcError(5720, 'Calls with this id were asked for before.')
  running.add(id)
  try {
    const first = await sendOne(ask, { from, chainId }, asked.calls[0] as Call)
    const record = { id, chainId, count: asked.calls.length, hashes: [first] }
    records.write(record)
    void sendRest(asker, from, record, asked.calls.slice(1)).finally(() => running.delete(id))
    return { id }
  } catch (error) {
    running.delete(id)
    throw error
  }
}

const newId = () =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Asks for the next call once the one before succeeded. `wallet_getCallsStatus` reports failures. */
async function sendRest(
  asker: Asker,
  from: string,
  started: CallRecord,
  rest: readonly Call[],
): Promise<void> {
  let record = started
  for (const call of rest) {
    try {
      const receipt = await awaitReceipt(asker, record.hashes.at(-1) as string)
      if (receipt?.status !== '0x1') return
      const place = { from, chainId: record.chainId }
      record = { ...record, hashes: [...record.hashes, await sendOne(asker.ask, place, call)] }
    } catch {
      // The person or the wallet declined. Calls that were sent before stay sent.
      return
    }
    asker.records.write(record)
  }
}

async function awaitReceipt(asker: Asker, hash: string): Promise<MinedReceipt | null> {
  const end = Date.now() + patience
  for (;;) {
    const receipt = await readReceipt(asker, hash)
    if (receipt || Date.now() >= end) return receipt
    await new Promise((resolve) => setTimeout(resolve, asker.pollingInterval))
  }
}

const readReceipt = async ({ ask }: Asker, hash: string) =>
  z.parse(Receipt, (await ask('eth_getTransactionReceipt', [hash])) ?? null)

async function readStatus(asker: Asker, id: string): Promise<unknown> {
  const record = asker.records.read(id)
  if (!record) throw providerRpcError(5730, 'There are no calls with this id.')
  if (hexOf(await asker.ask('eth_chainId')) !== record.chainId) {
    throw providerRpcError(
      4901,
      `The calls are on the chain ${record.chainId}. Switch to it to see what became of them.`,
    )
  }
  const read = await Promise.all(record.hashes.map((hash) => readReceipt(asker, hash)))
  const receipts = read.filter((receipt) => receipt !== null)
  return {
    version: '2.0.0',
    id,
    chainId: record.chainId,
    status: statusOf(record, receipts, asker.running.has(id)),
    atomic: record.count === 1,
    ...(receipts.length > 0 ? { receipts } : {}),
  }
}

/** 100 pending, 200 done, 500 failed with no effect, 600 partly done. */
function statusOf(
  { count, hashes }: CallRecord,
  receipts: readonly MinedReceipt[],
  isRunning: boolean,
): number {
  const done = receipts.filter(({ status }) => status === '0x1').length
  if (done === count) return 200
  if (receipts.length < hashes.length || (isRunning && done === hashes.length)) return 100
  return done === 0 ? 500 : 600
}
