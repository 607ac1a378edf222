import { check, isPlainDecimal } from './check.js'
import type { SuiteTest } from './walletDataSuite.js'

export const pricesTests: readonly SuiteTest[] = [
  {
    title: 'are plain decimals of what is known, and unknown otherwise',
    async run({ prices, facts: { networkId, price, address } }) {
      if (!prices) return
      const found = await prices.read({ networkId })
      check(found === price, `the price ${price}, found ${found}`)
      check(found === undefined || isPlainDecimal(found), `a plain decimal, found ${found}`)
      // An account is no asset that anybody has a price for.
      const none = await prices.read({ networkId, address, currency: 'eur' })
      check(none === undefined, `no price, found ${none}`)
      check((await prices.read({ networkId: 'nowhere:1' })) === undefined, 'no price where nobody knows')
    },
  },
  {
    title: 'take one request for equal asks at one time',
    async run({ prices, requests, facts: { networkId } }) {
      if (!prices || !requests) return
      await prices.read({ networkId })
      const first = requests()
      await Promise.all([1, 2, 3].map(() => prices.read({ networkId })))
      check(requests() === first, `no further request, found ${requests() - first}`)
    },
  },
]
