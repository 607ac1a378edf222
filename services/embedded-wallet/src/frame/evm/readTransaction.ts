import { type AccessList, getAddress, type Hex } from 'viem'
import * as z from 'zod/mini'
import { invalidParams, readParams } from '../readParams.js'
import { addressOn, bytes, type EvmContext, quantity, requireOwn } from './shapes.js'

const shapeOn = (address: ReturnType<typeof addressOn>) =>
  z.looseObject({
    from: z.optional(address),
    to: z.optional(z.nullable(address)),
    data: z.optional(bytes),
    input: z.optional(bytes),
    value: z.optional(quantity),
    gas: z.optional(quantity),
    gasPrice: z.optional(quantity),
    maxFeePerGas: z.optional(quantity),
    maxPriorityFeePerGas: z.optional(quantity),
    nonce: z.optional(quantity),
    chainId: z.optional(quantity),
    type: z.optional(quantity),
    accessList: z.optional(
      z.array(z.object({ address, storageKeys: z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))) })),
    ),
  })
type Sent = z.infer<ReturnType<typeof shapeOn>>

export type TransactionType = 'legacy' | 'eip2930' | 'eip1559'

/** What an app asked for, as numbers, and of one meaning. */
export interface AskedTransaction {
  /** Absent where a contract is created. */
  readonly to?: Hex
  readonly data?: Hex
  readonly value: bigint
  readonly gas?: bigint
  readonly nonce?: number
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly accessList?: AccessList
  /** Absent where the network decides. */
  readonly type?: TransactionType
}

/** Of blobs (EIP-4844) and of an account's own code (EIP-7702): signing them would hand over more than is shown. */
const refusedFields = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars']

/**
 * The object of `eth_sendTransaction` (EIP-1474). `from` may be left out, because there is one account.
 *
 * @throws FrameError -32602 for what contradicts itself or is not supported; 4100 for another account
 */
export function readTransaction(
  params: unknown,
  context: Pick<EvmContext, 'address' | 'chainId'>,
): AskedTransaction {
  const [sent] = readParams(z.tuple([shapeOn(addressOn(context.chainId))], z.unknown()), params)
  if (sent.from !== undefined) requireOwn(sent.from, context)
  const refused = refusedFields.find((name) => sent[name] !== undefined)
  if (refused !== undefined) throw invalidParams(`This wallet does not sign transactions with "${refused}".`)
  if (sent.chainId !== undefined && sent.chainId !== BigInt(context.chainId)) {
    throw invalidParams('The transaction is for another chain than the wallet is on. Switch first.')
  }
  const data = dataOf(sent)
  if (!sent.to && !data) throw invalidParams('The transaction has neither "to" nor "data".')
  if (sent.nonce !== undefined && sent.nonce > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw invalidParams('"nonce" is larger than any account has.')
  }
  return {
    ...(sent.to ? { to: getAddress(sent.to) } : {}),
    ...(data ? { data } : {}),
    value: sent.value ?? 0n,
    ...(sent.gas === undefined ? {} : { gas: sent.gas }),
    ...(sent.nonce === undefined ? {} : { nonce: Number(sent.nonce) }),
    ...feesOf(sent),
  }
}

function dataOf({ data, input }: Sent): Hex | undefined {
  if (data !== undefined && input !== undefined && data.toLowerCase() !== input.toLowerCase()) {
    throw invalidParams('"data" and "input" differ. Send one of them.')
  }
  const given = input ?? data
  return given === undefined || given === '0x' ? undefined : (given as Hex)
}

const types: readonly TransactionType[] = ['legacy', 'eip2930', 'eip1559']

/** The fees an app named, and the type that follows from them or was named. */
function feesOf(sent: Sent): Pick<AskedTransaction, 'gasPrice' | 'maxFeePerGas' | 'accessList' | 'type'> {
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList } = sent
  const isDynamic = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (isDynamic && gasPrice !== undefined) {
    throw invalidParams('"gasPrice" and "maxFeePerGas" exclude each other (EIP-1559). Send one of them.')
  }
  if (
    maxFeePerGas !== undefined &&
    maxPriorityFeePerGas !== undefined &&
    maxPriorityFeePerGas > maxFeePerGas
  ) {
    throw invalidParams('"maxPriorityFeePerGas" is more than "maxFeePerGas" (EIP-1559).')
  }
  const named = sent.type === undefined ? undefined : types[Number(sent.type)]
  if (sent.type !== undefined && named === undefined) {
    throw invalidParams(`This wallet does not sign transactions of the type ${sent.type}.`)
  }
  const implied = isDynamic
    ? 'eip1559'
    : gasPrice === undefined
      ? undefined
      : accessList
        ? 'eip2930'
        : 'legacy'
  const fits = implied === undefined || named === undefined || named === implied || fitsPrice(named, implied)
  if (!fits || (named === 'legacy' && accessList)) {
    throw invalidParams('"type" does not go with the other fields of the transaction.')
  }
  const type = named ?? implied
  return {
    ...(type ? { type } : {}),
    ...(gasPrice === undefined ? {} : { gasPrice }),
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas }),
    ...(maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas }),
    ...(accessList ? { accessList: accessList as AccessList } : {}),
  }
}

/** A gas price goes with both of the older types. */
const fitsPrice = (named: TransactionType, implied: TransactionType) =>
  named === 'eip2930' && implied === 'legacy'
