// What a service may send at most. Every text, list and record of every answer is made too large in turn: nothing of the
// page is to depend on how much a service sends.
import { describe, expect, it } from 'vitest'
import * as schema from './schema.js'

const transfer = {
  fungible_info: { name: 'n', symbol: 's', icon: { url: 'u' }, address: 'a', decimals: 6 },
  nft_info: {
    name: 'n',
    content: { preview: { url: 'u' }, detail: { url: 'u' } },
    flags: { is_spam: false },
    address: 'a',
    token_id: '1',
  },
  direction: 'in',
  quantity: { numeric: '1' },
  sender: 'a',
  recipient: 'b',
}
const registered = { name: 'n', addresses: { 60: { address: 'a' } } }
const samples = {
  balances: { balances: [{}] },
  balanceRow: {
    name: 'n',
    symbol: 's',
    chainId: 'c',
    address: 'a',
    value: 1,
    price: 1,
    quantity: { decimals: '18', numeric: '1.5' },
    iconUrl: 'u',
  },
  history: { data: [{}], next: 'n' },
  transferRow: transfer,
  transactionRow: {
    id: 'i',
    metadata: {
      operationType: 'o',
      hash: 'h',
      minedAt: 'm',
      sentFrom: 'a',
      sentTo: 'b',
      status: 's',
      application: { name: 'n', iconUrl: 'u' },
      chain: 'c',
      fee: '1',
    },
    transfers: [{}],
  },
  collectibles: { data: [{}], next: 'n' },
  collectibleRow: {
    chainId: 'c',
    address: 'a',
    tokenId: '1',
    name: 'n',
    collection: 'c',
    pictureUrl: 'u',
    count: '1',
    isSpam: false,
  },
  prices: { fungibles: [{ address: 'a', price: 1 }] },
  identity: { name: 'n', avatar: 'a' },
  forwardName: registered,
  reverseNames: [{ name: 'n' }],
  suggestions: { suggestions: [{ name: 'n', registered: true }] },
  supportedChains: { http: ['eip155:1'] },
  refusal: { reasons: [{ field: 'f', description: 'd' }] },
  wallets: { data: [{}], count: 1 },
  walletRow: {
    id: 'i',
    name: 'n',
    homepage: 'h',
    image_id: 'i',
    image_url: { sm: 'u' },
    order: 1,
    mobile_link: 'l',
    desktop_link: 'l',
    webapp_link: 'l',
    app_store: 'l',
    play_store: 'l',
    chrome_store: 'l',
    rdns: 'r',
    chains: ['c'],
    badge_type: 'b',
    injected: [{ namespace: 'n', injected_id: 'i' }],
  },
} satisfies Partial<Record<keyof typeof schema, unknown>>

const schemas = new Map(Object.entries(schema))
const parse = (name: string, value: unknown) => schemas.get(name)?.safeParse(value).success

/** The sample with one member after another made too large, each with its path. */
function* tooLarge(value: unknown, path = ''): Generator<readonly [string, unknown]> {
  if (typeof value === 'string') yield [path, '1'.repeat(1_000_000)]
  if (Array.isArray(value)) {
    yield [path, Array(100_000).fill(value[0])]
    for (const [part, large] of tooLarge(value[0], `${path}[0]`)) yield [part, [large]]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      for (const [part, large] of tooLarge(member, `${path}.${key}`)) yield [part, { ...value, [key]: large }]
    }
  }
}

describe.each(Object.entries(samples))('%s', (name, sample) => {
  it('is read as the contract has it', () => {
    expect(parse(name, sample)).toBe(true)
  })

  it.each([...tooLarge(sample)].map(([path, large]) => ({ path, large })))(
    'is refused when $path is too large',
    ({ large }) => {
      expect(parse(name, large)).toBe(false)
    },
  )
})

it.each([
  ['forwardName', { name: 'n', addresses: many({ address: 'a' }) }],
  ['walletRow', { id: 'i', name: 'n', image_url: many('u') }],
] as const)('%s is refused with too many members', (name, large) => {
  expect(parse(name, large)).toBe(false)
})

function many<T>(value: T): Record<string, T> {
  return Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index, value]))
}
