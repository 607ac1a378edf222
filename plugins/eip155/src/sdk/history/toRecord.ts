import type { Currency, NetworkId, TransactionRecord, TransactionTransfer } from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '../../address.js'
import { logsOfOperations } from '../send/readOperation.js'
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
  /** In lower case. */
  readonly account: string
  facts(contract: string): Promise<TokenFacts>
}

/** Describes a transaction for an account; `undefined` when it did nothing for it. */
export async function toRecord(
  { transaction, receipt, timestamp }: FoundTransaction,
  tools: RecordTools,
): Promise<TransactionRecord | undefined> {
  const { account, coin, networkId } = tools
  const isOwn = transaction.from.toLowerCase() === account
  const hasFailed = receipt.status === 0n
  const tokens = await Promise.all(
    readTransfers(receipt.logs, account)
      // Somebody else's transfer of nothing only puts an address into the history, to be copied by mistake.
      .filter(({ amount }) => isOwn || amount > 0n)
      .map((transfer) => describe(transfer, tools)),
  )
  const to = transaction.to ?? receipt.contractAddress
  const coins = hasFailed ? [] : coinTransfer({ ...transaction, to }, coin, account)
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

function feeOf({ gasUsed, effectiveGasPrice = 0n, l1Fee }: Receipt): bigint {
  return gasUsed * effectiveGasPrice + (l1Fee ?? 0n)
}

function directionOf(from: string, to: string, account: string): TransactionTransfer['direction'] {
  if (from === to) return 'self'
  return from === account ? 'out' : 'in'
}

function coinTransfer(
  { from, to, value }: Transaction,
  coin: Currency,
  account: string,
): TransactionTransfer[] {
  const [sender, receiver] = [from.toLowerCase(), to?.toLowerCase() ?? '']
  if (value === 0n || (sender !== account && receiver !== account)) return []
  return [
    {
      direction: directionOf(sender, receiver, account),
      amount: { ...unitOf(coin), value },
      name: coin.name,
      from: checked(from),
      ...(to ? { to: checked(to) } : {}),
    },
  ]
}

async function describe(
  transfer: LoggedTransfer,
  { account, facts }: RecordTools,
): Promise<TransactionTransfer | undefined> {
  const { symbol, name, decimals } = await facts(transfer.contract)
  const asset = checked(transfer.contract)
  const short = `${asset.slice(0, 6)}…${asset.slice(-4)}`
  const { amount: value, id } = transfer
  if (id === undefined && decimals === undefined) return undefined
  return {
    direction: directionOf(transfer.from, transfer.to, account),
    amount: { value, decimals: id === undefined ? (decimals ?? 0) : 0, symbol: symbol || short },
    asset,
    ...(name ? { name } : {}),
    ...(id === undefined ? {} : { collectible: { id } }),
    from: checked(transfer.from),
    to: checked(transfer.to),
  }
}
