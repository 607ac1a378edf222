import { expect, it } from 'vitest'
import * as entry from './index.js'
import * as testing from './testing/index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "Activity",
      "AnalyticsSink",
      "Collectibles",
      "Holdings",
      "HostedDirectory",
      "NameRegistry",
      "Names",
      "Prices",
      "TransactionSettled",
      "TransactionSubmitted",
      "currencies",
      "normalizeName",
      "walletData",
    ]
  `)
  expect(Object.keys(testing)).toEqual(['walletDataSuite'])
})
