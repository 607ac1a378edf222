// Files of the public registry of clear signing (ERC-7730), of 20 August 2026, with the registry's own tests of them: real
// transactions, and what wallets are to show of them. The registry is in the public domain (CC0 1.0).
import { readdirSync, readFileSync } from 'node:fs'
import type { Facts } from './context.js'
import { createReview } from './createReview.js'
import { readDescriptors } from './readDescriptors.js'
import { registryFields, registryText } from '../../../../test/registryText.js'
import { readTypedData } from '../typedData.js'
import { type Hex, parseTransaction } from 'viem'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

const folder = new URL('../../../../test/registry/', import.meta.url)
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
const names = readdirSync(folder).filter((name) => name.endsWith('.json'))

const field = z.object({ label: z.string(), value: z.string() })
const tests = z.object({
  dataProvider: z.optional(
    z.object({
      tokens: z.optional(z.record(z.string(), z.object({ symbol: z.string(), decimals: z.number() }))),
    }),
  ),
  tests: z.array(
    z.object({
      description: z.string(),
      rawTx: z.optional(z.string()),
      from: z.optional(z.string()),
      data: z.optional(z.unknown()),
      expected: z.object({
        intent: z.string(),
        interpolatedIntent: z.optional(z.string()),
        owner: z.optional(z.string()),
        fields: z.array(field),
      }),
    }),
  ),
})

/** Where a test doesn’t say who signs. */
const own = `0x${'11'.repeat(20)}`

const descriptors = readDescriptors(
  Object.fromEntries(names.filter((name) => !name.endsWith('.tests.json')).map((name) => [name, read(name)])),
  (name, error) => {
    throw new Error(`${name} can’t be used.`, { cause: error })
  },
)

it.each(
  names
    .filter((name) => name.endsWith('.tests.json'))
    .flatMap((name) => {
      const { dataProvider, tests: cases } = tests.parse(read(name))
      return cases.map((test) => ({ ...test, name, tokens: dataProvider?.tokens ?? {} }))
    }),
)('reads $name: $description', async ({ rawTx, data, from = own, expected, tokens }) => {
  const facts: Facts = {
    networkOf: (chainId) => ({ id: `eip155:${chainId}`, name: undefined }),
    currencyOf: () => ({ symbol: 'ETH', decimals: 18 }),
    tokenOf: async (_, address) =>
      Object.entries(tokens).find(([own]) => own.toLowerCase() === address.toLowerCase())?.[1],
  }
  const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error }
  const reviewer = createReview(descriptors, facts, log)
  const review = rawTx
    ? await reviewer.readCall(callOf(rawTx as Hex, from))
    : await reviewer.readTypedData(readTypedData(data), from)
  if (review === undefined || review === 'unexplained') throw new Error(`Expected a reading, got ${review}.`)
  const words = review.intent.map((part) => (typeof part === 'string' ? part : registryText(part)))
  expect(words.join('')).toBe(expected.interpolatedIntent ?? expected.intent)
  expect(review.owner).toBe(expected.owner)
  expect(registryFields(review.rows)).toEqual(expected.fields)
})

function callOf(raw: Hex, from: string) {
  const { to, data = '0x', value = 0n, chainId = 1 } = parseTransaction(raw)
  return { to: to ?? '0x', data, value, chainId, from }
}
