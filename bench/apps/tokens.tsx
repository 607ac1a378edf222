import { TokensRoute } from '@latchkey/plugin-balances'
import { balances } from '@latchkey/plugin-balances/react'
import { type Holding, Holdings } from '@latchkey/kernel/contracts'
import { count, networkId, startLongList } from './longList.js'

const holdings = Array.from(
  { length: count },
  (_, index): Holding => ({
    networkId,
    ...(index === 0 ? {} : { address: `0x${index.toString(16).padStart(40, '0')}` }),
    name: index === 0 ? 'Ether' : `Token number ${index}`,
    amount: {
      value: BigInt(index + 1) * 10n ** 15n,
      decimals: 18,
      symbol: index === 0 ? 'ETH' : `T${index}`,
    },
    price: `${index % 97}.${index % 10}5`,
  }),
)

startLongList({
  token: Holdings,
  service: { read: async () => ({ holdings, source: 'service' as const, problems: [] }) },
  feature: balances(),
  openList: (navigation) => navigation.push(TokensRoute),
})
