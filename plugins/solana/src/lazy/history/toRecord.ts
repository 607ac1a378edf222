import { truncateAddress } from '@latchkey/kernel/contracts'
import type {
  Amount,
  TransactionOperation,
  TransactionRecord,
  TransactionTransfer,
} from '@latchkey/kernel/contracts'
import type { SolanaNetwork } from '../../networks.js'
import { nativeAmount } from '../readBalance.js'
import { type Multiplier, shownAmount } from '@latchkey/kernel/chain'
import { token2022Program } from '../tokenPrograms.js'
import { wrappedCoin } from '../wrappedCoin.js'
import type { SolanaTransaction, TokenBalance } from './rpcSchemas.js'

/** What changed for one asset: the account's own change and the others' that may explain it. */
interface Change {
  readonly amount: bigint
  readonly counterpart?: string | undefined
  /** Whether anybody else's holding of the asset changed the other way. */
  readonly hasOther: boolean
}

/** Mints of Token-2022 of which the account's holding changed: wallets may show other amounts of them than are moved. */
export function scalableMints(transaction: SolanaTransaction | null, account: string): readonly string[] {
  const { preTokenBalances, postTokenBalances } = transaction?.meta ?? {}
  return [...(preTokenBalances ?? []), ...(postTokenBalances ?? [])].flatMap(({ mint, owner, programId }) =>
    owner === account && programId === token2022Program ? [mint] : [],
  )
}

/**
 * Describes a transaction for an account by balances before and after; `undefined` when it did nothing for it.
 *
 * @param multipliers Of mints whose amounts wallets show otherwise, as they are now: so the history adds up to the balance.
 */
export function toRecord(
  id: string,
  { blockTime, transaction, meta }: SolanaTransaction,
  network: SolanaNetwork,
  account: string,
  multipliers: ReadonlyMap<string, Multiplier> = new Map(),
): TransactionRecord | undefined {
  if (!meta) return undefined
  const keys = transaction.message.accountKeys
  const hasFailed = meta.err !== null && meta.err !== undefined
  const isSigner = keys.some(({ pubkey, signer }) => signer && pubkey === account)
  const isPayer = keys[0]?.pubkey === account
  const coin = hasFailed ? undefined : coinChange({ transaction, meta }, account)
  const tokens = hasFailed ? [] : tokenChanges(meta, account)
  const coinTransfers = coin ? [transferOf(coin, nativeAmount(network, abs(coin.amount)), account)] : []
  const transfers = [
    ...coinTransfers.map((transfer) => ({ ...transfer, name: network.nativeCurrency.name })),
    ...tokens.map(([mint, decimals, change]) => tokenTransfer(mint, decimals, change, account, multipliers)),
  ]
  if (!isSigner && transfers.length === 0) return undefined
  const isRent = coin !== undefined && -coin.amount === newAccountsRent({ transaction, meta })
  const first = tokens.length > 0 ? transfers.at(-1) : transfers[0]
  return {
    id,
    networkId: network.id,
    operation: operationOf(isRent ? undefined : coin, tokens, hasFailed),
    status: hasFailed ? 'failed' : 'confirmed',
    // no money: milliseconds
    ...(typeof blockTime === 'number' ? { minedAt: blockTime * 1_000 } : {}),
    ...(first?.from === undefined ? (isPayer ? { from: account } : {}) : { from: first.from }),
    ...(first?.to === undefined ? {} : { to: first.to }),
    ...(isPayer ? { fee: nativeAmount(network, meta.fee) } : {}),
    transfers,
  }
}

type Meta = NonNullable<SolanaTransaction['meta']>
type TokenChange = readonly [mint: string, decimals: number, change: Change]

const abs = (value: bigint) => (value < 0n ? -value : value)

/** The fee is told on its own and is no part of the change. */
function coinChange(
  { transaction, meta }: Pick<SolanaTransaction, 'transaction'> & { readonly meta: Meta },
  account: string,
): Change | undefined {
  const changes = new Map<string, bigint>()
  for (const [index, { pubkey }] of transaction.message.accountKeys.entries()) {
    const change = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
    changes.set(pubkey, change + (index === 0 ? meta.fee : 0n))
  }
  return changeOf(changes, account)
}

/** Sums the token accounts of each owner and mint: one owner may have several. */
function tokenChanges(meta: Meta, account: string): readonly TokenChange[] {
  const mints = new Map<string, { readonly decimals: number; readonly byOwner: Map<string, bigint> }>()
  const add = ({ mint, owner, uiTokenAmount: { amount, decimals } }: TokenBalance, sign: bigint) => {
    const entry = mints.get(mint) ?? { decimals, byOwner: new Map<string, bigint>() }
    mints.set(mint, entry)
    const key = owner ?? ''
    entry.byOwner.set(key, (entry.byOwner.get(key) ?? 0n) + sign * BigInt(amount))
  }
  for (const balance of meta.preTokenBalances ?? []) add(balance, -1n)
  for (const balance of meta.postTokenBalances ?? []) add(balance, 1n)
  return [...mints].flatMap(([mint, { decimals, byOwner }]): readonly TokenChange[] => {
    const change = changeOf(byOwner, account)
    return change ? [[mint, decimals, change]] : []
  })
}

function changeOf(changes: ReadonlyMap<string, bigint>, account: string): Change | undefined {
  const amount = changes.get(account) ?? 0n
  if (amount === 0n) return undefined
  const others = [...changes].filter(
    ([key, value]) => key !== account && (amount > 0n ? value < 0n : value > 0n),
  )
  const [other] = others
  const hasOther = other !== undefined
  return others.length === 1 && other?.[0]
    ? { amount, counterpart: other[0], hasOther }
    : { amount, hasOther }
}

function transferOf(
  { amount: change, counterpart }: Change,
  amount: Amount,
  account: string,
): TransactionTransfer {
  const isIn = change > 0n
  const [from, to] = isIn ? [counterpart, account] : [account, counterpart]
  return {
    direction: isIn ? 'in' : 'out',
    amount,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

/** Names of tokens are not in the token programs, and anyone may claim one: the mint is what is certain. */
function tokenTransfer(
  mint: string,
  decimals: number,
  change: Change,
  account: string,
  multipliers: ReadonlyMap<string, Multiplier>,
): TransactionTransfer {
  const isCoin = mint === wrappedCoin
  const symbol = isCoin ? 'WSOL' : truncateAddress(mint)
  const moved = abs(change.amount)
  return {
    ...transferOf(change, shownAmount({ value: moved, decimals, symbol }, multipliers.get(mint)), account),
    asset: mint,
    // One of something that cannot be divided: how collectibles are made on Solana.
    ...(decimals === 0 && moved === 1n ? { collectible: { id: mint } } : {}),
  }
}

/** What was left in mints and token accounts that the transaction opened. It is a deposit and no payment. */
function newAccountsRent({
  transaction,
  meta,
}: Pick<SolanaTransaction, 'transaction'> & { readonly meta: Meta }): bigint {
  const held = meta.postTokenBalances ?? []
  const mints = held.map(({ mint }) =>
    transaction.message.accountKeys.findIndex(({ pubkey }) => pubkey === mint),
  )
  const opened = new Set([...held.map(({ accountIndex }) => accountIndex), ...mints])
  return [...opened]
    .filter((index) => meta.preBalances[index] === 0n)
    .reduce((total, index) => total + (meta.postBalances[index] ?? 0n), 0n)
}

function operationOf(
  coin: Change | undefined,
  tokens: readonly TokenChange[],
  hasFailed: boolean,
): TransactionOperation {
  if (hasFailed) return 'execute'
  const changes = [...(coin ? [coin] : []), ...tokens.map(([, , change]) => change)]
  const hasIn = changes.some(({ amount }) => amount > 0n)
  const hasOut = changes.some(({ amount }) => amount < 0n)
  if (hasIn && hasOut) return 'trade'
  if (!hasIn && !hasOut) return 'execute'
  const isAlone = coin === undefined && changes.every(({ hasOther }) => !hasOther)
  if (hasIn) return isAlone ? 'mint' : 'receive'
  return isAlone ? 'burn' : 'send'
}
