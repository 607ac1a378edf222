import { BaseError } from '@latchkey/kernel/plugin'
import type { PendingRequest, TransactionRecord } from '@latchkey/kernel/contracts'
import {
  type AccessList,
  type Address,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
  type Signature,
  type Transaction,
  TransactionNotFoundError,
  type TransactionSerializable,
  type TransactionSerialized,
} from 'viem'
import { getTransaction, getTransactionCount } from 'viem/actions'
import { toChecksumAddress } from '../../address.js'
import type { EvmClient } from '../../clients.js'
import { isCancel } from '../isCancel.js'
import { nothingWhen } from '../send/awaitReceipt.js'

/** A transaction that waits, of which its own hash proves every field. */
export interface Pending {
  readonly hash: Hex
  readonly from: Address
  /** Absent where a contract is created. */
  readonly to: Address | undefined
  readonly value: bigint
  readonly data: Hex
  readonly nonce: number
  readonly gas: bigint
  readonly accessList: AccessList | undefined
  readonly price:
    | { readonly gasPrice: bigint }
    | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
}

/**
 * Reads a pending transaction from the node. Its hash is over all that the account signed: so a node can leave it out, and
 * can't have the person sign something else.
 *
 * @throws BaseError as `ReplaceCapability.find` says
 */
export async function readPending(
  client: EvmClient,
  { id, from: account }: Pick<PendingRequest, 'id' | 'from'>,
): Promise<Pending> {
  const from = toChecksumAddress(account.address) as Address
  if (!/^0x[0-9a-f]{64}$/i.test(id)) throw notFound(id)
  const hash = id.toLowerCase() as Hex
  const found = await getTransaction(client, { hash }).catch(nothingWhen(TransactionNotFoundError))
  if (!found) throw notFound(id)
  if (found.blockNumber !== null) throw decided(id)
  const pending = toPending(found as Transaction, hash)
  if (!pending) throw replacementUnsupported(id)
  if (!isAddressEqual(await recoverSender(found as Transaction, pending, client.chain.id), from)) {
    throw new BaseError('Another account made this transaction. Connect that account to change it.', {
      code: 'REPLACEMENT_OF_OTHER',
      metaMessages: [`Transaction: ${id}`],
    })
  }
  await requirePending(client, { from, nonce: pending.nonce, hash })
  return { ...pending, from }
}

/** @throws BaseError `TRANSACTION_DECIDED` when the chain has used the nonce. */
export async function requirePending(
  client: EvmClient,
  { from, nonce, hash }: Pick<Pending, 'from' | 'nonce' | 'hash'>,
): Promise<void> {
  const used = await getTransactionCount(client, { address: from, blockTag: 'latest' })
  if (used > nonce) throw decided(hash)
}

/** Blobs (EIP-4844), an account's own code (EIP-7702) and types of one network can't be asked of a wallet again. */
function toPending(found: Transaction, hash: Hex): Omit<Pending, 'from'> | undefined {
  const { to, value, input: data, nonce, gas } = found
  const accessList = 'accessList' in found ? found.accessList : undefined
  const shared = { hash, to: to ?? undefined, value, data, nonce, gas, accessList }
  switch (found.type) {
    case 'legacy':
    case 'eip2930':
      return { ...shared, price: { gasPrice: found.gasPrice } }
    case 'eip1559': {
      const { maxFeePerGas, maxPriorityFeePerGas } = found
      return { ...shared, price: { maxFeePerGas, maxPriorityFeePerGas } }
    }
    default:
      return undefined
  }
}

/** @throws BaseError `TRANSACTION_UNPROVEN` when the fields don't give the hash, or are of another network. */
async function recoverSender(found: Transaction, pending: Omit<Pending, 'from'>, chainId: number) {
  try {
    const { to, value, data, nonce, gas, accessList, price, hash } = pending
    const { type, r, s, v, yParity } = found
    // A signature from before EIP-155 is for every network.
    const isOld = type === 'legacy' && (v === 27n || v === 28n)
    const signed = serializeTransaction(
      {
        ...{ type, to, value, data, nonce, gas, ...price },
        ...(isOld ? {} : { chainId }),
        ...(type === 'legacy' ? {} : { accessList }),
      } as TransactionSerializable,
      { r, s, v, yParity } as Signature,
    )
    if (keccak256(signed) !== hash) throw new Error(`The fields give ${keccak256(signed)}.`)
    return await recoverTransactionAddress({ serializedTransaction: signed as TransactionSerialized })
  } catch (cause) {
    throw new BaseError('We couldn’t verify this transaction. Try again later.', {
      code: 'TRANSACTION_UNPROVEN',
      metaMessages: [`Transaction: ${pending.hash}`, `Reason: ${String(cause).slice(0, 200)}`],
    })
  }
}

const decided = (id: string) =>
  new BaseError('This transaction already went through or failed. It can’t be changed.', {
    code: 'TRANSACTION_DECIDED',
    metaMessages: [`Transaction: ${id}`],
  })

const notFound = (id: string) =>
  new BaseError(
    'The network doesn’t know this transaction. It may have been dropped, or not have arrived yet: look at your wallet.',
    { code: 'TRANSACTION_NOT_FOUND', metaMessages: [`Transaction: ${id.slice(0, 100)}`] },
  )

/** Tells that a transaction can't be changed here. */
export const replacementUnsupported = (id: string): BaseError =>
  new BaseError('Transactions of this kind can be changed in your wallet only.', {
    code: 'REPLACEMENT_UNSUPPORTED',
    metaMessages: [`Transaction: ${id}`, 'Expected type 0, 1 or 2.'],
  })

/** How it stands in the activity, as far as its hash proves it. */
export function recordOf(
  pending: Pick<Pending, 'from' | 'to' | 'value' | 'data'>,
  client: EvmClient,
): Omit<TransactionRecord, 'id' | 'fee'> {
  const { from, value, data } = pending
  const to = pending.to && toChecksumAddress(pending.to)
  const { symbol, decimals } = client.chain.nativeCurrency
  const direction = to === from ? 'self' : 'out'
  const sum = { value, symbol, decimals }
  return {
    networkId: `eip155:${client.chain.id}`,
    operation: isCancel(pending) ? 'cancel' : data === '0x' ? 'send' : to ? 'execute' : 'deploy',
    status: 'pending',
    from,
    ...(to ? { to } : {}),
    transfers: value === 0n ? [] : [{ direction, amount: sum, from, ...(to ? { to } : {}) }],
  }
}
