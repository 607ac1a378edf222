import type { Connection, TokenBalance, VersionedTransactionResponse } from '@solana/web3.js'
import type { ChainTransaction } from '../chain.js'
import { type NetChange, netMovements } from '../netMovements.js'
import type { ListedSignature } from './solanaChain.js'

/** Reads a transaction and works out from the balances before and after who gave and got what. */
export async function readTransaction(
  connection: Connection,
  { signature, slot, blockTime }: ListedSignature,
  position: number,
): Promise<ChainTransaction> {
  const options = { maxSupportedTransactionVersion: 0, commitment: 'confirmed' } as const
  const transaction = await connection.getTransaction(signature, options)
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
    minedAt: (transaction.blockTime ?? blockTime ?? 0) * 1000,
    sender: payer,
    receiver: taker?.address,
    isFailed,
    operation: undefined,
    nonce: 0,
    fee: BigInt(transaction.meta.fee),
    movements: netMovements(changes),
  }
}

function accountsOf({ transaction, meta }: VersionedTransactionResponse): readonly string[] {
  const lookups = meta?.loadedAddresses
  const keys = transaction.message.getAccountKeys(lookups ? { accountKeysFromLookups: lookups } : undefined)
  return keys.keySegments().flatMap((segment) => segment.map((key) => key.toBase58()))
}

function tokenChanges({ meta }: VersionedTransactionResponse): readonly NetChange[] {
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
function coinChanges(
  { meta }: VersionedTransactionResponse,
  accounts: readonly string[],
): readonly NetChange[] {
  if (!meta) return []
  const tokens = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]
  const tokenAccounts = new Set(tokens.map(({ accountIndex }) => accountIndex))
  return accounts.flatMap((address, index) => {
    if (tokenAccounts.has(index)) return []
    const change = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0)
    return [{ address, asset: '', change: index === 0 ? change + BigInt(meta.fee) : change }]
  })
}
