import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { judgeFee, rpcErrorFrom, withGasMargin } from '@latchkey/kernel/chain'
import { type AccessList, type Hex, numberToHex, type TransactionSerializable } from 'viem'
import * as z from 'zod/mini'
import { unsupported } from '../../errors.js'
import { hasChecksum } from './hasChecksum.js'

/** Asks the app's own node. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
/** In small letters, after its checksum was looked at. */
const addressOn = (chainId: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^0x[0-9a-f]{40}$/i, 'An address is 0x and 40 hex digits'),
      z.refine((text) => hasChecksum(text, chainId), 'The checksum of the address is wrong (EIP-55)'),
    ),
    z.transform((text) => text.toLowerCase() as Hex),
  )
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text) => BigInt(text)),
)
const schemaOn = (address: ReturnType<typeof addressOn>) =>
  z.object({
    from: z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)),
    to: z.optional(z.nullable(address)),
    data: z.optional(hex),
    input: z.optional(hex),
    value: z.optional(quantity),
    gas: z.optional(quantity),
    gasPrice: z.optional(quantity),
    maxFeePerGas: z.optional(quantity),
    maxPriorityFeePerGas: z.optional(quantity),
    nonce: z.optional(quantity),
    chainId: z.optional(quantity),
    type: z.optional(z.string()),
    accessList: z.optional(z.array(z.object({ address, storageKeys: z.array(hex) }))),
    authorizationList: z.optional(z.unknown()),
    blobVersionedHashes: z.optional(z.unknown()),
  })

/** A transaction as an app asks for it. */
export type AskedTransaction = z.infer<ReturnType<typeof schemaOn>>
export type PreparedTransaction = TransactionSerializable & { readonly chainId: number }

/**
 * @throws LedgerError `LEDGER_REQUEST_UNSUPPORTED` for upgrades of accounts (EIP-7702), for blobs (EIP-4844), and where `data` and
 *   `input` differ; BaseError `INVALID_DATA`, among others for an address with a wrong checksum (EIP-55, EIP-1191)
 */
export function readTransaction(given: unknown, networkId: NetworkId): AskedTransaction {
  const asked = parse(schemaOn(addressOn(chainIdOf(networkId))), given, 'The transaction')
  if (asked.authorizationList !== undefined || asked.type === '0x4') {
    throw unsupported(
      'A Ledger account can’t be turned into a smart account here.',
      'The transaction has an authorization list (EIP-7702).',
    )
  }
  if (asked.blobVersionedHashes !== undefined || asked.type === '0x3') {
    throw unsupported('A Ledger can’t send this kind of transaction.', 'It carries blobs (EIP-4844).')
  }
  const { data, input } = asked
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase()) {
    throw unsupported(
      'This transaction says two things at once, so it wasn’t signed.',
      'Its data and its input differ.',
    )
  }
  return asked
}

const chainIdOf = (networkId: NetworkId) => Number(networkId.split(':')[1])

const block = z.object({
  baseFeePerGas: z.optional(z.nullable(quantity)),
  gasLimit: z.optional(quantity),
})

/** The node's estimate, with the margin that fits into its blocks. */
async function estimateGasLimit(
  ask: Ask,
  { to, data }: { readonly to?: Hex; readonly data?: Hex },
  estimated: bigint,
): Promise<bigint> {
  const isPayment = to !== undefined && (data === undefined || data === '0x')
  const [latest, code] = await Promise.all([
    ask('eth_getBlockByNumber', ['latest', false]),
    isPayment ? ask('eth_getCode', [to, 'latest']) : undefined,
  ])
  const { gasLimit: blockGasLimit } = parse(block, latest, "The node's latest block")
  return withGasMargin(estimated, { isPlain: code === '0x', blockGasLimit })
}

/** Where a transaction goes, and the coin that its fee is paid in, where the app knows it. */
export interface TransactionPlace {
  readonly networkId: NetworkId
  readonly coin: { readonly symbol: string; readonly decimals: number } | undefined
}

/**
 * Fills in what the app left to the wallet, from the app's own node.
 *
 * @throws FeeUnreasonableError when the node asks for a tip that no transaction is worth
 */
export async function prepareTransaction(
  ask: Ask,
  asked: AskedTransaction,
  { networkId, coin }: TransactionPlace,
): Promise<PreparedTransaction> {
  const chainId = chainIdOf(networkId)
  if (asked.chainId !== undefined && asked.chainId !== BigInt(chainId)) {
    throw rpcErrorFrom({ code: 4901, message: 'The transaction is for another network.' })
  }
  const read = async (method: string, params: readonly unknown[]) =>
    parse(quantity, await ask(method, params), `The node's answer to ${method}`)
  const data = asked.data ?? asked.input
  const call = {
    from: asked.from,
    ...(asked.to ? { to: asked.to } : {}),
    ...(data ? { data } : {}),
    ...(asked.value === undefined ? {} : { value: numberToHex(asked.value) }),
    ...(asked.accessList ? { accessList: asked.accessList } : {}),
  }
  const common = {
    chainId,
    nonce: Number(asked.nonce ?? (await read('eth_getTransactionCount', [asked.from, 'pending']))),
    gas: asked.gas ?? (await estimateGasLimit(ask, call, await read('eth_estimateGas', [call]))),
    value: asked.value ?? 0n,
    ...(asked.to ? { to: asked.to } : {}),
    ...(data && data !== '0x' ? { data } : {}),
  }
  const list: AccessList | undefined = asked.accessList
  if (asked.gasPrice !== undefined) return withGasPrice(common, asked.gasPrice, list)
  const { maxFeePerGas, maxPriorityFeePerGas } = asked
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined) {
    return {
      ...common,
      type: 'eip1559',
      maxFeePerGas,
      maxPriorityFeePerGas,
      ...(list ? { accessList: list } : {}),
    }
  }
  const latest = parse(block, await ask('eth_getBlockByNumber', ['latest', false]), 'The latest block')
  const base = latest.baseFeePerGas
  // A network from before EIP-1559.
  if (base === undefined || base === null) {
    return withGasPrice(common, maxFeePerGas ?? (await read('eth_gasPrice', [])), list)
  }
  const tip = maxPriorityFeePerGas ?? (await read('eth_maxPriorityFeePerGas', []))
  const cap = maxFeePerGas ?? 2n * base + tip
  // A price that the app names was agreed to there.
  if (coin && maxFeePerGas === undefined) checkTip({ base, cap, gas: common.gas }, coin)
  return {
    ...common,
    type: 'eip1559',
    maxPriorityFeePerGas: tip < cap ? tip : cap,
    maxFeePerGas: cap,
    ...(list ? { accessList: list } : {}),
  }
}

/** How many times as much as the base fee is no price of a network, where a transaction costs coins by it. */
const absurd = 10n

/** @throws FeeUnreasonableError */
function checkTip(
  { base, cap, gas }: { readonly base: bigint; readonly cap: bigint; readonly gas: bigint },
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): void {
  const fee = { value: gas * cap, symbol, decimals }
  if (cap > absurd * base && judgeFee({ fee }).isUnreasonable) throw new FeeUnreasonableError(fee)
}

function withGasPrice(
  common: { readonly chainId: number },
  gasPrice: bigint,
  accessList: AccessList | undefined,
): PreparedTransaction {
  return accessList
    ? { ...common, type: 'eip2930', gasPrice, accessList }
    : { ...common, type: 'legacy', gasPrice }
}
