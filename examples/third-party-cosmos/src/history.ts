import { capability, History, type TransactionRecord } from '@latchkey/kernel/contracts'
import { coins, networkOf } from './amounts.js'
import { isSameCosmosAccount } from './address.js'
import type { CosmosNetwork } from './networks.js'
import { type Node, paymentOf, type Transaction } from './node.js'

interface Read {
  readonly transaction: Transaction
  readonly id: string
  readonly code: number
  readonly minedAt: number | undefined
}

/** The newest transactions that the account made or was paid by, from the index of a node. */
export const history = (node: Node, networks: readonly CosmosNetwork[]) =>
  capability(History, {
    async read({ networkId, address, limit = 20, signal }) {
      const network = networkOf(networks, networkId)
      const asked = Math.min(Math.max(limit, 1), 100)
      const events = [`message.sender='${address}'`, `transfer.recipient='${address}'`]
      const pages = await Promise.all(
        events.map((event) => node.transactions({ networkId, signal }, event, asked)),
      )
      // A payment to oneself is in both.
      const found = new Map<string, Read>()
      for (const { txs, tx_responses } of pages) {
        for (const [index, { txhash, code, timestamp }] of tx_responses.entries()) {
          const transaction = txs[index]
          const time = Date.parse(timestamp ?? '')
          if (transaction)
            found.set(txhash, {
              transaction,
              id: txhash,
              code,
              minedAt: Number.isNaN(time) ? undefined : time,
            })
        }
      }
      const transactions = [...found.values()]
        .sort((left, right) => (right.minedAt ?? 0) - (left.minedAt ?? 0))
        .map((one) => recordOf(one, network, address))
      const isWhole = pages.every(({ total, tx_responses }) => total <= BigInt(tx_responses.length))
      return {
        transactions,
        gaps: isWhole ? [] : [{ code: 'EXAMPLE_COSMOS_OLDER', message: 'Older transactions aren’t shown.' }],
      }
    },
  })

function recordOf(
  { transaction, id, code, minedAt }: Read,
  network: CosmosNetwork,
  own: string,
): TransactionRecord {
  const payments = transaction.body.messages.flatMap((message) => paymentOf(message) ?? [])
  const isRead = payments.length === transaction.body.messages.length
  const transfers = payments.flatMap(({ from_address: from, to_address: to, amount }) => {
    const isOut = isSameCosmosAccount(from, own)
    const isIn = isSameCosmosAccount(to, own)
    const direction = isOut ? (isIn ? 'self' : 'out') : 'in'
    if (code !== 0 || !(isOut || isIn)) return []
    return amount
      .filter(({ denom }) => denom === network.denom)
      .map((coin) => ({ direction, amount: coins(network, coin.amount), from, to }) as const)
  })
  const fee = transaction.auth_info.fee.amount.find(({ denom }) => denom === network.denom)
  const first = payments[0]
  return {
    id,
    networkId: network.id,
    operation: isRead ? (transfers[0]?.direction === 'in' ? 'receive' : 'send') : 'execute',
    status: code === 0 ? 'confirmed' : 'failed',
    transfers,
    ...(minedAt !== undefined && { minedAt }),
    ...(first && { from: first.from_address, to: first.to_address }),
    ...(fee && { fee: coins(network, fee.amount) }),
    ...(!isRead && { isUnread: true as const }),
  }
}
