// Events as the runtime of the Polkadot Asset Hub writes them, by its own metadata. On a running chain: createCalls.test.ts.
import type { ApiPromise } from '@polkadot/api'
import { Metadata, TypeRegistry } from '@polkadot/types'
import { u8aConcat } from '@polkadot/util'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { readMetadata } from '../../../test/knownMetadata.js'
import { definePolkadotNetwork, type PolkadotNetwork } from '../../index.js'
import { encodeSs58 } from '../../ss58.js'
import { noticesOf } from './noticesOf.js'
import { predictCalls } from './predictCalls.js'

let registry: TypeRegistry
let network: PolkadotNetwork
beforeAll(async () => {
  registry = new TypeRegistry()
  registry.setMetadata(new Metadata(registry, await readMetadata('polkadotAssetHub')))
  network = definePolkadotNetwork({
    genesisHash: `0x${'68'.repeat(32)}`,
    ss58Prefix: 0,
    name: 'Polkadot Asset Hub',
    nativeCurrency: { name: 'Polkadot', symbol: 'DOT', decimals: 10 },
    rpcUrls: ['ws://127.0.0.1:1'],
  })
})

const own = encodeSs58(new Uint8Array(32).fill(1), 0)
const friend = encodeSs58(new Uint8Array(32).fill(2), 0)
const log = { error() {}, warn() {}, info() {}, debug: vi.fn() }
type Written = readonly [section: string, method: string, ...data: readonly unknown[]]
const usd = 1337

interface Trial {
  readonly events?: readonly Written[]
  readonly fault?: object
  readonly answer?: () => Promise<unknown>
  readonly metadata?: object
  readonly approved?: bigint
  readonly parameters?: number
}

/** A node whose runtime answers a trial run. What it says is encoded, and read as @polkadot/api reads it. */
function apiOf({ events = [], fault, answer, metadata, approved, parameters = 3 }: Trial) {
  const asked: unknown[][] = []
  const encode = () => {
    const emittedEvents = events.map(([section, method, ...data]) => {
      const pallet = registry.metadata.pallets.find(({ name }) => name.eq(section))!
      const { variants } = registry.lookup.getSiType(pallet.events.unwrap().type).def.asVariant
      const { index, fields } = variants.find(({ name }) => name.eq(method))!
      const members = fields.map(({ type }, at) =>
        registry.createType(registry.createLookupType(type), data[at]).toU8a(),
      )
      return u8aConcat([pallet.index.toNumber(), index.toNumber()], ...members)
    })
    const done = { actualWeight: null, paysFee: 'Yes' }
    const executionResult = fault ? { Err: { postInfo: done, error: fault } } : { Ok: done }
    const type = 'Result<XcmRuntimeApisDryRunCallDryRunEffects, XcmRuntimeApisDryRunError>'
    const value = { Ok: { executionResult, emittedEvents, localXcm: null, forwardedXcms: [] } }
    return registry.createType(type, registry.createType(type, value).toU8a())
  }
  const dryRunCall = Object.assign(
    async (...question: unknown[]) => {
      asked.push(question)
      return answer ? answer() : encode()
    },
    { meta: { params: Array(parameters).fill({}) } },
  )
  const entry = (value: unknown) => async () => ({ toJSON: () => value })
  const assets = {
    metadata: entry(metadata ?? { symbol: '0x55534474', decimals: 6 }),
    approvals: entry(approved === undefined ? null : { amount: `0x${approved.toString(16)}`, deposit: 1 }),
  }
  const api = { call: { dryRunApi: { dryRunCall } }, query: { assets, foreignAssets: assets } }
  return { api: api as unknown as ApiPromise, asked }
}
const predict = (trial: Trial) => predictCalls(apiOf(trial).api, network, { address: own, call: '0x00', log })
const dot = (value: bigint) => ({ address: own, amount: { value, symbol: 'DOT', decimals: 10 } })
const usdt = (value: bigint) => ({
  address: own,
  asset: '1337',
  amount: { value, symbol: 'USDt', decimals: 6 },
})
const codes = async (trial: Trial) => noticesOf(network, await predict(trial), true).map(({ code }) => code)

describe('what a trial run changes', () => {
  it.each<[string, readonly Written[], readonly unknown[]]>([
    ['nothing', [], []],
    ['coins that are sent', [['Balances', 'Transfer', own, friend, 7n]], [dot(-7n)]],
    ['coins that come', [['Balances', 'Transfer', friend, own, 7n]], [dot(7n)]],
    ['coins sent to oneself', [['Balances', 'Transfer', own, own, 7n]], []],
    ['coins of others', [['Balances', 'Transfer', friend, friend, 7n]], []],
    [
      'an amount that no number keeps',
      [['Balances', 'Transfer', own, friend, 2n ** 100n + 1n]],
      [dot(-(2n ** 100n) - 1n)],
    ],
    [
      'coins that leave for another chain',
      [
        ['Balances', 'Withdraw', own, 9n],
        ['Balances', 'Deposit', own, 2n],
        ['Balances', 'Burned', own, 3n],
        ['Balances', 'Minted', own, 1n],
      ],
      [dot(-9n)],
    ],
    ['what closing an account loses', [['Balances', 'DustLost', own, 4n]], [dot(-4n)]],
    ['a deposit', [['Balances', 'Reserved', own, 4n]], [dot(-4n)]],
    ['a deposit that comes back', [['Balances', 'Unreserved', own, 4n]], [dot(4n)]],
    [
      'tokens, one entry for each',
      [
        ['Assets', 'Transferred', usd, own, friend, 5n],
        ['Assets', 'Transferred', usd, own, friend, 6n],
        ['Assets', 'Issued', usd, own, 1n],
        ['Assets', 'Burned', usd, friend, 1n],
        ['Assets', 'TransferredApproved', usd, friend, own, own, 2n],
      ],
      [usdt(-8n)],
    ],
    [
      'a swap',
      [
        ['Balances', 'Transfer', own, friend, 100n],
        ['Assets', 'Transferred', usd, friend, own, 40n],
      ],
      [dot(-100n), usdt(40n)],
    ],
  ])('is %s', async (_, events, changes) => {
    expect(await predict({ events })).toMatchObject({ changes, allowances: [], hasMore: false })
  })

  it('is named by the pallet where its assets are counted apart', async () => {
    const asset = { parents: 1, interior: 'Here' }
    const found = await predict({ events: [['ForeignAssets', 'Transferred', asset, own, friend, 5n]] })
    expect(found?.changes).toMatchObject([{ asset: expect.stringMatching(/^foreignAssets\/\{"parents":1/) }])
  })

  it.each([
    ['no entry', null],
    ['an entry of another form', { symbol: 7, decimals: -1 }],
    ['decimals beyond reason', { symbol: '0x55', decimals: 255 }],
  ])('is shown in the smallest unit where the asset has %s', async (_, metadata) => {
    const found = await predict({
      events: [['Assets', 'Transferred', usd, own, friend, 5n]],
      metadata: (metadata as never) ?? {},
    })
    expect(found?.changes).toMatchObject([{ amount: { value: -5n, symbol: 'Asset', decimals: 0 } }])
  })
})

it.each<[string, readonly Written[], bigint | undefined, object]>([
  [
    'added to what was there',
    [['Assets', 'ApprovedTransfer', usd, own, friend, 5n]],
    2n,
    { amount: 7n, previous: 2n },
  ],
  [
    'the first',
    [['Assets', 'ApprovedTransfer', usd, own, friend, 5n]],
    undefined,
    { amount: 5n, previous: 0n },
  ],
  ['taken away', [['Assets', 'ApprovalCancelled', usd, own, friend]], 2n, { amount: 0n, previous: 2n }],
  [
    'replaced',
    [
      ['Assets', 'ApprovalCancelled', usd, own, friend],
      ['Assets', 'ApprovedTransfer', usd, own, friend, 5n],
    ],
    2n,
    { amount: 5n, previous: 2n },
  ],
  [
    'of everything',
    [['Assets', 'ApprovedTransfer', usd, own, friend, 2n ** 128n - 1n]],
    0n,
    { amount: 'unlimited' },
  ],
])('tells an allowance: %s', async (_, events, approved, allowance) => {
  const found = await predict({ events, ...(approved === undefined ? {} : { approved }) })
  expect(found?.allowances).toMatchObject([
    { token: { address: '1337', symbol: 'USDt', decimals: 6 }, spender: friend, ...allowance },
  ])
})

describe('what is said of it', () => {
  it.each<[string, Trial, readonly string[]]>([
    ['what is all told', { events: [['Balances', 'Transfer', own, friend, 7n]] }, []],
    [
      'an item that moves',
      { events: [['Uniques', 'Transferred', 1, 2, own, friend]] },
      ['CHANGES_INCOMPLETE'],
    ],
    [
      'somebody who may act for the account',
      { events: [['Proxy', 'ProxyAdded', own, friend, 'Any', 0]] },
      ['CHANGES_INCOMPLETE'],
    ],
    ['an item of others', { events: [['Uniques', 'Transferred', 1, 2, friend, friend]] }, []],
    ['a deposit', { events: [['Balances', 'Reserved', own, 10n ** 10n]] }, ['DEPOSIT_RESERVED']],
    [
      'a batch that stops',
      { events: [['Utility', 'BatchInterrupted', 1, 'BadOrigin']] },
      ['CALLS_PARTLY_FAIL'],
    ],
    ['a batch that goes on', { events: [['Utility', 'ItemFailed', 'BadOrigin']] }, ['CALLS_PARTLY_FAIL']],
  ])('of %s', async (_, trial, expected) => {
    expect(await codes(trial)).toEqual(expected)
  })

  it('in these words', async () => {
    const events: readonly Written[] = [
      ['Proxy', 'ProxyAdded', own, friend, 'Any', 0],
      ['Balances', 'Reserved', own, 10n ** 10n],
      ['Utility', 'ItemFailed', 'BadOrigin'],
    ]
    const all = noticesOf(network, await predict({ events }), false)
    expect([...noticesOf(network, undefined, true), ...all]).toMatchSnapshot()
  })
})

describe('a runtime', () => {
  it('that would refuse the calls says why', async () => {
    await expect(predict({ fault: { Token: 'FundsUnavailable' } })).rejects.toMatchObject({
      code: 'EXECUTION_REVERTED',
      shortMessage: 'There was not enough to pay for the amount and the network fee.',
    })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['does not do it', async () => ({ isOk: false })],
    ['fails', () => Promise.reject(new Error('4003: Client error: Execution failed'))],
  ])('whose trial run %s is one without', async (_, answer) => {
    expect(await predict({ answer })).toBeUndefined()
  })

  it('without one is not asked', async () => {
    const api = { call: {}, query: {} } as unknown as ApiPromise
    expect(await predictCalls(api, network, { address: own, call: '0x00', log })).toBeUndefined()
  })

  it.each([
    [2, []],
    [3, [5]],
  ])('is asked in its own version, of %i parameters', async (parameters, more) => {
    const { api, asked } = apiOf({ parameters })
    await predictCalls(api, network, { address: own, call: '0x0102', log })
    expect(asked).toEqual([[{ system: { Signed: own } }, '0x0102', ...more]])
  })
})
