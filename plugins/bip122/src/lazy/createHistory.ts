import { describeAnswer, NetworkError } from '@latchkey/kernel/chain'
import { BaseError } from '@latchkey/kernel/plugin'
import type {
  HistoryPage,
  HistoryRequest,
  TransactionRecord,
  TransactionTransfer,
} from '@latchkey/kernel/contracts'
import { isSameAddress, parseAddress } from '../address.js'
import type { CapabilityTools } from '../capabilities.js'
import type { BitcoinNetwork } from '../networks.js'
import { networkOf } from './networkOf.js'
import type { AddressTransaction, TransactionEnd } from '../utxoSource.js'

/** Receivers that are told one by one; of more only the sum is. */
const mostReceivers = 20

/** Past transactions of one address, as the source of coins knows them. */
export function createHistory({ networks, source }: Pick<CapabilityTools, 'networks' | 'source'>) {
  return {
    async read({ networkId, address, cursor, signal }: HistoryRequest): Promise<HistoryPage> {
      const network = networkOf(networks, networkId)
      if (!parseAddress(address)) throw addressInvalid(address)
      const reader = source()
      if (!reader.history) throw notOffered()
      const { transactions, next } = await reader.history({ networkId, address, after: cursor, signal })
      return {
        transactions: transactions.map((transaction) => toRecord(transaction, network, address)),
        ...(next === undefined ? {} : { next }),
      }
    },
  }
}

function toRecord(
  transaction: AddressTransaction,
  network: BitcoinNetwork,
  account: string,
): TransactionRecord {
  const { transactionId, confirmed, minedAt, fee, inputs } = transaction
  const { symbol, decimals, name } = network.nativeCurrency
  const amountOf = (value: bigint) => ({ value, symbol, decimals })
  const flow = flowOf(transaction, account)
  const transfers = flow.moves.map(
    ({ direction, value, from, to }): TransactionTransfer => ({
      direction,
      amount: amountOf(value),
      name,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    }),
  )
  const [first] = transfers
  return {
    id: transactionId,
    networkId: network.id,
    operation: flow.isSend ? 'send' : 'receive',
    status: confirmed ? 'confirmed' : 'pending',
    ...(minedAt === undefined ? {} : { minedAt }),
    ...(first?.from === undefined ? {} : { from: first.from }),
    ...(first?.to === undefined || transfers.length > 1 ? {} : { to: first.to }),
    // Who shares a transaction shares its fee, and nobody can tell how.
    ...(inputs.length > 0 && flow.isAlone ? { fee: amountOf(fee) } : {}),
    transfers,
  }
}

interface Move {
  readonly direction: TransactionTransfer['direction']
  readonly value: bigint
  readonly from?: string | undefined
  readonly to?: string | undefined
}

interface Flow {
  readonly isSend: boolean
  /** Whether all that was spent is the account's. */
  readonly isAlone: boolean
  readonly moves: readonly Move[]
}

/** What moved between the account's address and others. Change that comes back to the address is no move. */
function flowOf({ inputs, outputs }: AddressTransaction, account: string): Flow {
  const isOwn = ({ address }: TransactionEnd) => address !== undefined && isSameAddress(address, account)
  const spent = sum(inputs.filter(isOwn))
  const received = sum(outputs.filter(isOwn))
  const isAlone = inputs.length > 0 && inputs.every(isOwn)
  if (spent === 0n) {
    const from = onlyAddress(inputs)
    return { isSend: false, isAlone, moves: [{ direction: 'in', value: received, from, to: account }] }
  }
  const others = byAddress(outputs.filter((output) => !isOwn(output)))
  if (isAlone && others.length === 0) {
    return {
      isSend: true,
      isAlone,
      moves: [{ direction: 'self', value: received, from: account, to: account }],
    }
  }
  if (isAlone && others.length <= mostReceivers) {
    const moves = others.map(({ address, value }) => ({
      direction: 'out' as const,
      value,
      from: account,
      to: address,
    }))
    return { isSend: true, isAlone, moves }
  }
  const isSend = spent >= received
  const value = isAlone ? sum(others) : isSend ? spent - received : received - spent
  return {
    isSend,
    isAlone,
    moves: [isSend ? { direction: 'out', value, from: account } : { direction: 'in', value, to: account }],
  }
}

const sum = (ends: readonly TransactionEnd[]) => ends.reduce((total, { value }) => total + value, 0n)

/** One end for each address; outputs that carry data and no coins are left out. */
function byAddress(outputs: readonly TransactionEnd[]): readonly TransactionEnd[] {
  const sums = new Map<string | undefined, bigint>()
  for (const { address, value } of outputs) {
    if (value > 0n) sums.set(address, (sums.get(address) ?? 0n) + value)
  }
  return [...sums].map(([address, value]) => (address === undefined ? { value } : { address, value }))
}

function onlyAddress(inputs: readonly TransactionEnd[]): string | undefined {
  const addresses = new Set(inputs.map(({ address }) => address))
  return addresses.size === 1 ? [...addresses][0] : undefined
}

function addressInvalid(address: string): BaseError {
  return new BaseError('This is not a Bitcoin address.', {
    code: 'ADDRESS_INVALID',
    metaMessages: [`Received: ${describeAnswer(String(address).slice(0, 100))}`],
  })
}

function notOffered(): NetworkError {
  return new NetworkError('The source of Bitcoin’s coins does not tell past transactions.', {
    code: 'HISTORY_NOT_OFFERED',
    metaMessages: ['Give the UtxoSource of bip122() a history(), or use the Esplora one.'],
  })
}
