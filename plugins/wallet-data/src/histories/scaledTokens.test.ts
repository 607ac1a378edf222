// Explorers tell what the chain moves; what people read of it is multiplied for some tokens.
import type { Multiplier } from '@latchkey/kernel/chain'
import { Balance, History, type HistoryPage } from '@latchkey/kernel/contracts'
import { NetworkError } from '@latchkey/kernel/chain'
import { fakeClock } from '@latchkey/kernel/testing'
import { expect, it } from 'vitest'
import { account, networkId, now } from '../../test/generatedHistory.js'
import { createMergedHistory } from '../lazy/histories/createMergedHistory.js'
import type { HistoryEntry } from './HistorySource.js'

const share = `0x${'5'.repeat(40)}`
const other = `0x${'6'.repeat(40)}`
const four: Multiplier = { numerator: 4n, denominator: 1n }
const id = `0x${'1'.repeat(64)}`

const transferOf = (asset: string, value: bigint, more: object = {}) => ({
  direction: 'in' as const,
  amount: { value, decimals: 18, symbol: 'TKN', ...more },
  asset,
  from: other,
  to: account,
})
const explorerEntries: readonly HistoryEntry[] = [
  {
    id,
    minedAt: now - 60_000,
    transfers: [
      transferOf(share, 10n),
      transferOf(other, 3n),
      { ...transferOf(share, 1n), collectible: { id: '7' } },
    ],
  },
]
const chainPage: HistoryPage = {
  transactions: [
    {
      id,
      networkId,
      minedAt: now - 60_000,
      operation: 'receive',
      status: 'confirmed',
      transfers: [transferOf(share, 40n, { moved: 10n })],
    },
  ],
}

function setUp(multipliers: () => Promise<readonly (Multiplier | undefined)[]>, chain?: HistoryPage) {
  const asked: (readonly string[])[] = []
  const balance = {
    multipliers(request: { tokens: readonly string[] }) {
      asked.push(request.tokens)
      return multipliers()
    },
  }
  const capabilities: Record<string, unknown> = {
    [Balance.id]: balance,
    ...(chain ? { [History.id]: { read: async () => chain } } : {}),
  }
  const history = createMergedHistory({
    chains: {
      namespace: () =>
        ({ isAddress: () => true, isSameAddress: (one: string, two: string) => one === two }) as never,
      network: () => undefined,
      capability: (_, token) => capabilities[token.id] as never,
      canonical: (_, address) => address,
    },
    http: { request: () => Promise.reject(new Error('not asked')) },
    clock: fakeClock(now),
    log: { error() {}, warn() {}, info() {}, debug() {} },
    signal: new AbortController().signal,
    sources: [
      {
        id: 'explorer',
        name: 'Explorer',
        supports: () => true,
        open: async () => [{ id: 'token', read: async () => ({ entries: explorerEntries }) }],
      },
    ],
    service: undefined,
  })
  return { asked, read: () => history.read({ networkId, address: account }) }
}

it('shows amounts of an explorer multiplied, as the chain states it, and asks once for a page', async () => {
  const { asked, read } = setUp(async () => [four, undefined])
  const page = await read()
  expect(page?.transactions[0]?.transfers.map(({ amount }) => [amount.value, amount.moved])).toEqual([
    [40n, 10n],
    [3n, undefined],
    [1n, undefined],
  ])
  expect(asked).toEqual([[share, other]])
})

it('counts a transfer once that the chain tells as well', async () => {
  const { read } = setUp(async () => [four, undefined], chainPage)
  const page = await read()
  const ofShare = page?.transactions[0]?.transfers.filter(
    ({ asset, collectible }) => asset === share && !collectible,
  )
  expect(ofShare?.map(({ amount }) => amount.value)).toEqual([40n])
})

it('shows what an explorer tells, and says that it is unchecked, while the chain can’t say how it is read', async () => {
  const { read } = setUp(
    () => Promise.reject(new NetworkError('No.', { code: 'NODE_UNREACHABLE' })),
    chainPage,
  )
  const page = await read()
  // What the chain's own history tells is counted once: it is the same that moved.
  expect(page?.transactions[0]?.transfers.map(({ amount }) => amount.value)).toEqual([40n, 3n, 1n])
  expect(page?.gaps?.map(({ code }) => code)).toEqual(['HISTORY_AMOUNTS_UNCHECKED'])
})
