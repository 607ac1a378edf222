import { expect, it } from 'vitest'
import * as entry from './index.js'
import * as histories from './histories/index.js'
import * as testing from './testing/index.js'

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "AnalyticsSink",
      "HostedDirectory",
      "walletData",
    ]
  `)
  expect(Object.keys(histories).sort()).toEqual(['blockscout', 'etherscan', 'subscan'])
  expect(Object.keys(testing)).toEqual(['walletDataSuite'])
})
