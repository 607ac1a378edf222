import type { TransactionRecord } from '@latchkey/kernel/contracts'
import { TransactionsRoute } from '@latchkey/plugin-activity'
import { activity } from '@latchkey/plugin-activity/react'
import { Activity } from '@latchkey/kernel/contracts'
import { address, count, networkId, startLongList } from './longList.js'

const newest = Date.UTC(2026, 0, 1)
const fourHours = 4 * 3_600_000

const transactions = Array.from({ length: count }, (_, index): TransactionRecord => {
  const isIn = index % 3 === 0
  const other = `0x${index.toString(16).padStart(40, '0')}`
  const [from, to] = isIn ? [other, address] : [address, other]
  return {
    id: `0x${index.toString(16).padStart(64, '0')}`,
    networkId,
    operation: index % 7 === 0 ? 'trade' : isIn ? 'receive' : 'send',
    status: index % 50 === 1 ? 'failed' : 'confirmed',
    minedAt: newest - index * fourHours,
    from,
    to,
    transfers: [
      {
        direction: isIn ? 'in' : 'out',
        amount: { value: BigInt(index + 1) * 10n ** 15n, decimals: 18, symbol: 'ETH' },
        name: 'Ether',
        from,
        to,
      },
      ...(index % 7 === 0
        ? [
            {
              direction: 'in' as const,
              amount: { value: BigInt(index) * 10n ** 6n, decimals: 6, symbol: `T${index % 97}` },
              asset: other,
            },
          ]
        : []),
    ],
  }
})

startLongList({
  token: Activity,
  service: { read: async () => ({ transactions, source: 'service' as const }) },
  feature: activity(),
  openList: (navigation) => navigation.push(TransactionsRoute),
})
