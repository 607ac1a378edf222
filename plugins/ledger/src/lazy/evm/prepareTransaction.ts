import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { rpcErrorFrom } from '@latchkey/kernel/chain'
import { type AccessList, type Hex, numberToHex, type TransactionSerializable } from 'viem'
import * as z from 'zod/mini'
import { unsupported } from '../../errors.js'

/** Asks the app's own node. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value))
const address = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value))
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  z.transform((text) => BigInt(text)),
)
const accessList = z.array(z.object({ address, storageKeys: z.array(hex) }))

const schema = z.object({
  from: address,
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
  accessList: z.optional(accessList),
  authorizationList: z.optional(z.unknown()),
  blobVersionedHashes: z.optional(z.unknown()),
})

/** A transaction as an app asks for it. */
export type AskedTransaction = z.infer<typeof schema>
export type PreparedTransaction = TransactionSerializable & { readonly chainId: number }

/**
 * @throws LedgerError `LEDGER_REQUEST_UNSUPPORTED` for upgrades of accounts (EIP-7702), for blobs (EIP-4844), and where `data` and
 *   `input` differ
 */
export function readTransaction(given: unknown): AskedTransaction {
  const asked = parse(schema, given, 'The transaction')
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

const block = z.object({ baseFeePerGas: z.optional(z.nullable(quantity)) })

/**
 * Half as much again as estimated: state moves until the transaction is mined, and what isn't used isn't charged. A plain transfer
 * always takes the same.
 */
const withGasMargin = (estimated: bigint): bigint =>
  estimated === 21_000n ? estimated : (estimated * 3n) / 2n

/** Fills in what the app left to the wallet, from the app's own node. */
export async function prepareTransaction(
  ask: Ask,
  asked: AskedTransaction,
  networkId: NetworkId,
): Promise<PreparedTransaction> {
  const chainId = Number(networkId.split(':')[1])
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
    gas: asked.gas ?? withGasMargin(await read('eth_estimateGas', [call])),
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
  return {
    ...common,
    type: 'eip1559',
    maxPriorityFeePerGas: tip < cap ? tip : cap,
    maxFeePerGas: cap,
    ...(list ? { accessList: list } : {}),
  }
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
