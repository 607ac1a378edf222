import { truncateAddress } from '@latchkey/kernel/contracts'
import {
  type CoinMove,
  coinMovesOf,
  type Multiplier,
  shownAmount,
  uniteCoinMoves,
} from '@latchkey/kernel/chain'
import type { Currency, TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '../../address.js'
import { logsOfOperations } from '../send/readOperation.js'
import { feeOf } from './feeOf.js'
import { operationOf } from './operationOf.js'
import type { LoggedTransfer } from './readTransfers.js'
import { readTransfers } from './readTransfers.js'
import type { Receipt, Transaction } from './rpcSchemas.js'
import type { TokenFacts } from './tokenFacts.js'

export interface FoundTransaction {
  readonly transaction: Transaction
  readonly receipt: Receipt
  /** Seconds since the epoch, as blocks tell. */
  readonly timestamp: bigint
}

export interface RecordTools {
  readonly networkId: NetworkId
  readonly coin: Currency
  /** Contract by which the coin is a token, too, in lower case. `undefined` where there is none. */
  readonly coinToken?: string | undefined
  /** In lower case. */
  readonly account: string
  facts(contract: string): Promise<TokenFacts>
  /** What people multiply the token's amounts by today (ERC-8056). */
  multiplier(contract: string): Promise<Multiplier | undefined>
}

/** Describes a transaction for an account; `undefined` when it did nothing for it. */
export async function toRecord(
  { transaction, receipt, timestamp }: FoundTransaction,
  tools: RecordTools,
): Promise<TransactionRecord | undefined> {
  const { account, coin, coinToken, networkId } = tools
  const isOwn = transaction.from.toLowerCase() === account
  const hasFailed = receipt.status === 0n
  const tokens = await Promise.all(
    readTransfers(receipt.logs, account)
      // Somebody else's transfer of nothing only puts an address into the history, to be copied by mistake.
      .filter(({ contract, amount }) => contract !== coinToken && (isOwn || amount > 0n))
      .map((transfer) => describe(transfer, tools)),
  )
  const to = transaction.to ?? receipt.contractAddress
  const coins = hasFailed ? [] : coinTransfers({ ...transaction, to }, receipt, tools)
  const transfers = [...coins, ...tokens.filter((transfer) => transfer !== undefined)]
  if (!isOwn && transfers.length === 0) return undefined
  const isMadeByOther =
    !isOwn && transfers.some(({ direction }) => direction !== 'in') && hasUnproven(receipt, account)
  return {
    id: transaction.hash,
    networkId,
    operation: isMadeByOther ? 'execute' : operationOf(transaction, transfers, account),
    status: hasFailed ? 'failed' : 'confirmed',
    // no money: milliseconds
    minedAt: Number(timestamp) * 1_000,
    from: checked(transaction.from),
    ...(to ? { to: checked(to) } : {}),
    ...(isOwn ? { fee: { ...unitOf(coin), value: feeOf(receipt) } } : {}),
    transfers,
    ...(isMadeByOther ? { isMadeByOther } : {}),
  }
}

/**
 * Whether tokens left the account outside of its own operations (ERC-4337). Logs are the word of the contract that writes them: only
 * what the account signed proves that it sent.
 */
function hasUnproven({ logs }: Receipt, account: string): boolean {
  const own = logsOfOperations(logs, account)
  const others = logs.filter((log) => !own.has(log))
  return readTransfers(others, account).some(({ from, amount }) => from === account && amount > 0n)
}

const checked = (address: string) => toChecksumAddress(address) ?? address
const unitOf = ({ symbol, decimals }: Currency) => ({ symbol, decimals })

function directionOf(from: string, to: string, account: string): TransactionTransfer['direction'] {
  if (from === to) return 'self'
  return from === account ? 'out' : 'in'
}

/** Returns what moved of the coin: by the network's own logs where it writes them (EIP-7708), otherwise what the transaction carries. */
function coinTransfers(
  { from, to, value }: Transaction,
  { logs }: Receipt,
  { account, coin, coinToken }: RecordTools,
): TransactionTransfer[] {
  const carried = { from: from.toLowerCase(), to: to?.toLowerCase() ?? '', amount: value }
  const logged = coinMovesOf(logs)
  // The network logs no move from an account to itself.
  const moves = logged.length === 0 || carried.from === carried.to ? [carried, ...logged] : logged
  const asToken = readTransfers(logs, account).filter(({ contract }) => contract === coinToken)
  const all = coinToken === undefined ? moves : uniteCoinMoves<CoinMove>(moves, asToken, coinToken)
  const own = all.filter((move) => move.from === account || move.to === account)
  return netByPartner(own, account).map((move) => ({
    direction: directionOf(move.from, move.to, account),
    amount: { ...unitOf(coin), value: move.amount },
    name: coin.name,
    from: checked(move.from),
    ...(move.to ? { to: checked(move.to) } : {}),
  }))
}

/** Returns one move for each other party: a contract that gives back what it didn't need got the rest. */
function netByPartner(moves: readonly CoinMove[], account: string): readonly CoinMove[] {
  const gained = new Map<string, bigint>()
  const toItself = moves.filter(({ from, to, amount }) => from === to && amount > 0n)
  for (const { from, to, amount } of moves) {
    if (from === to) continue
    const partner = from === account ? to : from
    gained.set(partner, (gained.get(partner) ?? 0n) + (to === account ? amount : -amount))
  }
  const others = [...gained].flatMap(([partner, amount]): CoinMove[] => {
    if (amount === 0n) return []
    return [
      amount > 0n ? { from: partner, to: account, amount } : { from: account, to: partner, amount: -amount },
    ]
  })
  return [...toItself, ...others]
}

async function describe(
  transfer: LoggedTransfer,
  { account, facts, multiplier }: RecordTools,
): Promise<TransactionTransfer | undefined> {
  const { symbol, name, decimals } = await facts(transfer.contract)
  const asset = checked(transfer.contract)
  const short = truncateAddress(asset)
  const { amount: value, id } = transfer
  if (id === undefined && decimals === undefined) return undefined
  const unit = { value, decimals: id === undefined ? (decimals ?? 0) : 0, symbol: symbol || short }
  return {
    direction: directionOf(transfer.from, transfer.to, account),
    amount: id === undefined ? shownAmount(unit, await multiplier(transfer.contract)) : unit,
    asset,
    ...(name ? { name } : {}),
    ...(id === undefined ? {} : { collectible: { id } }),
    from: checked(transfer.from),
    to: checked(transfer.to),
  }
}
