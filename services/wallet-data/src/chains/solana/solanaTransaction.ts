import { type Signature, signature as toSignature } from '@solana/kit'
import type { ChainTransaction } from '../chain.js'
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

/** Reads a transaction and works out from the balances before and after who gave and got what. */
export async function readTransaction(
  read: (signature: Signature) => Promise<Transaction | null>,
  { signature, slot, blockTime }: ListedSignature,
  position: number,
): Promise<ChainTransaction> {
  const transaction = await read(toSignature(signature))
  if (!transaction?.meta) throw new Error(`The node has no transaction ${signature}.`)
  const accounts = accountsOf(transaction)
  const [payer] = accounts
  if (payer === undefined) throw new Error(`The transaction ${signature} has no accounts.`)
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
