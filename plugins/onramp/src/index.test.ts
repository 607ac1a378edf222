import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { cardChains } from './cardChains.js'
import * as entry from './index.js'
import { onrampErrorCodes } from './onrampErrors.js'
import { presets, usualCurrencies } from './usualCurrencies.js'

describe.each([
  ['onramp', () => entry.onramp()],
  ['fundWallet', () => entry.fundWallet()],
  [
    'hostedOnramp',
    () => entry.hostedOnramp({ id: 'a', name: 'A', origin: 'https://a.example', sessionUrl: '/buy' }),
  ],
  ['linkOnramp', () => entry.linkOnramp({ id: 'b', name: 'B', url: 'https://b.example/?key=1' })],
] as const)('the plugin of %s', (_, create) => {
  pluginSuite({ test, create, manifest })
})

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "BuyHelpOpened",
      "BuyInProgressRoute",
      "BuyOpened",
      "BuyProviderSelected",
      "FundWalletRoute",
      "Onramp",
      "OnrampActivityRoute",
      "OnrampAssetRoute",
      "OnrampCountryRoute",
      "OnrampCurrencyRoute",
      "OnrampProvider",
      "OnrampRoute",
      "WhatIsABuyRoute",
      "cardChains",
      "fundWallet",
      "hostedOnramp",
      "linkOnramp",
      "onramp",
      "onrampError",
    ]
  `)
})

it('has a sentence for each reason', () => {
  expect(
    Object.fromEntries(onrampErrorCodes.map((code) => [code, entry.onrampError(code).shortMessage])),
  ).toMatchInlineSnapshot(`
    {
      "ONRAMP_NO_QUOTE": "There’s no offer for this amount. Try another amount, token or way to pay.",
      "ONRAMP_PAGE_FAILED": "The page to pay on can’t be opened right now. Nothing was paid. Try again.",
      "ONRAMP_PAGE_REFUSED": "The page to pay on isn’t the one that was asked for, so it wasn’t opened. Nothing was paid.",
      "ONRAMP_QUOTE_FAILED": "Couldn’t load the price. Try again.",
      "ONRAMP_QUOTE_INVALID": "This offer doesn’t add up, so it isn’t shown. Choose another one.",
      "ONRAMP_QUOTE_STALE": "The price was too old. Check the new one, then buy.",
      "ONRAMP_TARGET_CHANGED": "The account or the network has changed. Nothing was paid.",
      "ONRAMP_UNWATCHED": "We couldn’t look for your purchase. Check the activity in your wallet.",
    }
  `)
})

it('holds what the specification says of chains, limits and presets', () => {
  expect(Object.values(cardChains)).toEqual([
    'ethereum',
    'arbitrum',
    'polygon',
    'berachain',
    'avalanche-c-chain',
    'optimism',
    'celo',
    'base',
  ])
  const limits = [
    { method: 'card', minimum: '10', maximum: '7500' },
    { method: 'bank', minimum: '10', maximum: '25000' },
  ]
  expect(usualCurrencies).toEqual([
    { code: 'USD', limits },
    { code: 'EUR', limits },
  ])
  expect(presets).toEqual(['100', '250', '500', '1000'])
})

it.each([
  () => entry.hostedOnramp({ id: 'a', name: 'A', origin: 'javascript:1', sessionUrl: '/buy' }),
  () => entry.hostedOnramp({ id: 'a', name: 'A', origin: 'https://a.example', sessionUrl: '//evil.example' }),
  () => entry.linkOnramp({ id: 'b', name: 'B', url: 'pay.example' }),
])('refuses an address that isn’t one', (create) => {
  expect(create).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS' }))
})
