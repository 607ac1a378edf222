import { expect, it } from 'vitest'
import * as evm from './evm/index.js'
import * as main from './index.js'

it('exports what the README says and nothing else', () => {
  expect([Object.keys(main).sort(), Object.keys(evm).sort()]).toEqual([
    ['coinGecko', 'defiLlama', 'localCurrency', 'priceSource', 'prices', 'servicePrices'],
    ['oracleFeeds', 'poolPrices'],
  ])
})
