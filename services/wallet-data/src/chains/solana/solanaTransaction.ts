import {
  isSolanaError,
  type Signature,
  signature as toSignature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit'
import type { ChainTransaction, UnreadTransaction } from '../chain.js'
import { type NetChange, netMovements } from '../netMovements.js'
import type { ListedSignature } from './solanaChain.js'

/** What is read of a transaction as a node tells it. */
interface Transaction {
  readonly blockTime: bigint | null
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } }
  readonly meta: {
    readonly err: unknown
    readonly fee: bigint
    readonly preBalances: readonly bigint[]
    readonly postBalances: readonly bigint[]
    readonly preTokenBalances?: readonly TokenBalance[]
    readonly postTokenBalances?: readonly TokenBalance[]
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  } | null
}

interface TokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string }
}

/** A node lists a transaction that it doesn't have: it may be behind the one that listed it. */
export class TransactionMissing extends Error {
  override readonly name = 'TransactionMissing'

  constructor(signature: string) {
    super(`The node has no transaction ${signature}.`)
  }
}

/**
 * Reads a transaction and works out from the balances before and after who gave and got what. One of a version that is to
 * come, or told in a form that is, is unread, so that the index goes on.
 *
 * @throws TransactionMissing when the node lists it and doesn't have it
 */
export async function readTransaction(
  read: (signature: Signature) => Promise<Transaction | null>,
  listed: ListedSignature,
  position: number,
): Promise<ChainTransaction | UnreadTransaction> {
  const { signature } = listed
  let transaction: Transaction | null
  try {
    transaction = await read(toSignature(signature))
  } catch (error) {
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION)) {
      return unreadOf(listed, position)
    }
    throw error
  }
  if (transaction === null) throw new TransactionMissing(signature)
  try {
    return describe(transaction, listed, position) ?? unreadOf(listed, position)
  } catch (error) {
    // A member that is of another kind than it ever was.
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError) {
      return unreadOf(listed, position)
    }
    throw error
  }
}

/** Facts that the list gives of a transaction that can't be read itself. */
export const unreadOf = (
  { signature, slot, blockTime }: ListedSignature,
  position: number,
): UnreadTransaction => ({
  ...{ id: signature, height: slot, position, minedAt: (blockTime ?? 0) * 1000 },
  isUnread: true,
})

function describe(
  transaction: Transaction,
  { signature, slot, blockTime }: ListedSignature,
  position: number,
): ChainTransaction | undefined {
  const accounts = accountsOf(transaction)
  const [payer] = accounts
  if (payer === undefined || !transaction.meta) return undefined
  const isFailed = transaction.meta.err !== null
  const changes = isFailed ? [] : [...tokenChanges(transaction), ...coinChanges(transaction, accounts)]
  const taker = changes.find(({ address, change }) => change > 0n && address !== payer)
  return {
    id: signature,
    height: slot,
    position,
    minedAt: Number(transaction.blockTime ?? blockTime ?? 0) * 1000,
    sender: payer,
    receiver: taker?.address,
    isFailed,
    operation: undefined,
    nonce: 0,
    fee: BigInt(transaction.meta.fee),
    movements: netMovements(changes),
  }
}

/** Those that the transaction names, then those that it takes from lookup tables: the order of the balances. */
function accountsOf({ transaction, meta }: Transaction): readonly string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {}
  return [...transaction.message.accountKeys, ...writable, ...readonly]
}

function tokenChanges({ meta }: Transaction): readonly NetChange[] {
  const changes = new Map<string, NetChange>()
  const add = ({ owner, mint, uiTokenAmount }: TokenBalance, sign: bigint) => {
    if (!owner) return
    const key = `${owner} ${mint}`
    const change = (changes.get(key)?.change ?? 0n) + sign * BigInt(uiTokenAmount.amount)
    changes.set(key, { address: owner, asset: mint, change })
  }
  for (const balance of meta?.preTokenBalances ?? []) add(balance, -1n)
  for (const balance of meta?.postTokenBalances ?? []) add(balance, 1n)
  return [...changes.values()]
}

/** The fee is told on its own, and what token accounts hold is rent, which is nobody's payment. */
function coinChanges({ meta }: Transaction, accounts: readonly string[]): readonly NetChange[] {
  if (!meta) return []
  const tokens = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  const tokenAccounts = new Set(tokens.map(({ accountIndex }) => accountIndex))
  return accounts.flatMap((address, index) => {
    if (tokenAccounts.has(index)) return []
    const change = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
    return [{ address, asset: '', change: index === 0 ? change + BigInt(meta.fee) : change }]
  })
}
