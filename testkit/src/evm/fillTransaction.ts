import {
  type AccessList,
  type Address,
  type Hex,
  hexToBigInt,
  hexToNumber,
  type TransactionSerializable,
} from 'viem'
import * as z from 'zod/mini'
import type { NodeRequest } from './nodeClient.js'
import { AddressParam, DataParam, parseParams, QuantityParam } from './params.js'
import { ProviderRpcError, rpcErrors } from './providerRpcError.js'

const Bytes32 = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

/** A transaction as pages send it. Blobs and EIP-7702 authorizations are refused, not dropped. */
export const TransactionParam = z.object({
  from: AddressParam,
  to: z.optional(z.nullable(AddressParam)),
  value: z.optional(QuantityParam),
  data: z.optional(DataParam),
  input: z.optional(DataParam),
  gas: z.optional(QuantityParam),
  gasLimit: z.optional(QuantityParam),
  gasPrice: z.optional(QuantityParam),
  maxFeePerGas: z.optional(QuantityParam),
  maxPriorityFeePerGas: z.optional(QuantityParam),
  nonce: z.optional(QuantityParam),
  chainId: z.optional(QuantityParam),
  type: z.optional(z.enum(['0x0', '0x1', '0x2'])),
  accessList: z.optional(z.array(z.object({ address: AddressParam, storageKeys: z.array(Bytes32) }))),
  authorizationList: z.optional(z.undefined()),
  blobVersionedHashes: z.optional(z.undefined()),
})
export type TransactionParam = z.output<typeof TransactionParam>

const Block = z.object({ baseFeePerGas: z.optional(QuantityParam) })

/** Completes what the page left out: nonce, gas and fees, asked from the chain's node. */
export async function fillTransaction(
  node: NodeRequest,
  chainId: number,
  transaction: TransactionParam,
): Promise<TransactionSerializable> {
  const { from } = transaction
  const to = transaction.to ?? undefined
  const data = transactionData(transaction)
  const value = transaction.value
  const accessList = transaction.accessList as AccessList | undefined
  const estimated = { from, ...present({ to, value, data, accessList }) }
  const gas =
    transaction.gas ??
    transaction.gasLimit ??
    (await ask(node, QuantityParam, 'eth_estimateGas', [estimated]))
  const nonce =
    transaction.nonce ?? (await ask(node, QuantityParam, 'eth_getTransactionCount', [from, 'pending']))
  const common = {
    chainId,
    nonce: hexToNumber(nonce),
    gas: hexToBigInt(gas),
    value: value ? hexToBigInt(value) : 0n,
    ...present({ to, data }),
  }
  const fees = await fillFees(node, transaction)
  if ('maxFeePerGas' in fees) return { type: 'eip1559', ...common, ...fees, accessList: accessList ?? [] }
  if (accessList) return { type: 'eip2930', ...common, ...fees, accessList }
  return { type: 'legacy', ...common, ...fees }
}

async function fillFees(
  node: NodeRequest,
  transaction: TransactionParam,
): Promise<{ gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
  if (transaction.gasPrice) return { gasPrice: hexToBigInt(transaction.gasPrice) }
  const { baseFeePerGas } = await ask(node, Block, 'eth_getBlockByNumber', ['latest', false])
  if (!baseFeePerGas || transaction.type === '0x0' || transaction.type === '0x1') {
    return { gasPrice: hexToBigInt(await ask(node, QuantityParam, 'eth_gasPrice', [])) }
  }
  const tip = hexToBigInt(
    transaction.maxPriorityFeePerGas ?? (await ask(node, QuantityParam, 'eth_maxPriorityFeePerGas', [])),
  )
  // Twice the base fee still covers the next six full blocks, each of which may add an eighth.
  const maxFeePerGas = transaction.maxFeePerGas
    ? hexToBigInt(transaction.maxFeePerGas)
    : 2n * hexToBigInt(baseFeePerGas) + tip
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas }
}

/** `data` and `input` are two names of one field; a page may send both only if they agree. */
function transactionData({ data, input }: TransactionParam): Hex | undefined {
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase()) {
    throw rpcErrors.invalidParams('eth_sendTransaction', 'data and input differ')
  }
  return data ?? input
}

async function ask<schema extends z.ZodMiniType>(
  node: NodeRequest,
  schema: schema,
  method: string,
  params: readonly unknown[],
): Promise<z.output<schema>> {
  const answer = await node(method, params)
  try {
    return parseParams(method, schema, answer)
  } catch (error) {
    if (!(error instanceof ProviderRpcError)) throw error
    throw rpcErrors.internal(`The node answered ${method} with something unexpected.`)
  }
}

type Present<record> = { [key in keyof record]?: Exclude<record[key], undefined> }

function present<record extends { to?: Address | undefined; [key: string]: unknown }>(
  record: record,
): Present<record> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Present<record>
}
