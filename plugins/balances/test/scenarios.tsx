import { AccountRoute, Navigation, Networks, Session } from '@latchkey/kernel/wallet'
import { BaseError, definePlugin, Feature } from '@latchkey/kernel/plugin'
import type { Collectible, Holding } from '@latchkey/kernel/contracts'
import { watchViews } from '@latchkey/ui-react/testing'
import { Balances, OwnTokens, OwnTokensRoute, PortfolioRoute, TokensRoute } from '../src/index.js'
import { balances, ownTokens, portfolio } from '../src/react/index.js'
import {
  alice,
  answerOf,
  ether,
  one,
  type TestWalletData,
  type TestWalletDataOptions,
  testnet,
  testWalletData,
  token,
  two,
} from './testWalletData.js'
import { createKernel, type Kernel, memoryStorage, type PluginInput } from '@latchkey/kernel'

export const picture = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><circle cx="20" cy="20" r="10" fill="none" stroke="#fff" stroke-width="4"/></svg>`,
  )}`

export const few: readonly Holding[] = [
  ether(1_234_567_890_123_456_789n, { price: '3120.55' }),
  token('USDC', 2_500_000_000n, { name: 'USD Coin', price: '1', icon: picture('#2775ca') }),
  token('PEPE', 1_234_567_890_123n, { name: 'Pepe', decimals: 6, price: '0.0000123' }),
  token('GOV', 400_000n, { name: 'A governance token with a name that does not fit into the row' }),
  token('DUST', 999n, { name: 'Dust', decimals: 6 }),
  token('CLAIM', 5_000_000_000_000n, { name: 'Visit gift-drop.example to claim', price: '1' }),
]

export const many = (count: number): readonly Holding[] => [
  ether(10n ** 18n, { price: '3000' }),
  ...Array.from({ length: count - 1 }, (_, index) =>
    token(`T${index}`, BigInt(index + 1) * 1_234_567n, { name: `Token number ${index}`, price: '0.01' }),
  ),
]

export const hostile = {
  script: '<img src=x onerror="window.hacked = true"><script>window.hacked = true</script>',
  turned: '\u202eDSU\u202c Coin\u0000\u0007\u200b',
  endless: 'Endless '.repeat(1_250),
} as const

export const hostileHoldings: readonly Holding[] = [
  ether(1n),
  token(hostile.script, 1_000_000n, {
    name: hostile.script,
    icon: 'javascript:window.hacked = true',
    address: '0x1',
  }),
  token('USDC', 2_000_000n, {
    name: hostile.turned,
    icon: 'https://127.0.0.1:1/x" onerror="alert(1)',
    address: '0x2',
  }),
  token(hostile.endless, 3_000_000n, {
    name: hostile.endless,
    icon: 'data:text/html,<b>no</b>',
    address: '0x3',
  }),
  token('\u202e\u0000', 4_000_000n, { name: '\u0000\u202e', address: '0x4' }),
  token('BIG', 2n ** 256n - 1n, { name: 'All there is', decimals: 36, price: '99999999.99', address: '0x5' }),
]

const most = 2n ** 256n - 1n
const absurdHoldings: readonly Holding[] = [
  ether(most),
  token('PEPE', most, { name: 'Pepe', decimals: 1, address: '0x6' }),
  token('DUST', 10n ** 33n + 1n, { name: 'Dust', decimals: 18, address: '0x7' }),
]

export const artworks = (count: number, over: Partial<Collectible> = {}): readonly Collectible[] =>
  Array.from({ length: count }, (_, index) => ({
    networkId: one,
    address: '0xc011ec7',
    id: `${index + 1}`,
    name: `Harbour no. ${index + 1}`,
    collection: 'Quays and harbours',
    picture: picture(['#12aa62', '#2775ca', '#b3421e', '#6b3fa0'][index % 4] as string),
    count: 1n,
    isSpam: false,
    ...over,
  }))

export const someArtworks: readonly Collectible[] = [
  ...artworks(3),
  { ...(artworks(1)[0] as Collectible), id: '40', name: 'Summer fair ticket', count: 12n },
  { ...(artworks(1)[0] as Collectible), id: '41', name: 'Without a picture', picture: 'ipfs://nothing' },
  { ...(artworks(1)[0] as Collectible), id: '50', name: 'Claim at x.example', isSpam: true },
  { ...(artworks(1)[0] as Collectible), id: '51', name: hostile.script, isSpam: true },
]

export interface Staged {
  readonly kernel: Kernel
  readonly data: TestWalletData
}

export interface StageOptions extends TestWalletDataOptions {
  readonly answer?: TestWalletData['answer']
  readonly features?: boolean
  readonly plugins?: readonly PluginInput[]
}

/** Which of the plugin's views a file of tests has drawn. */
export const views = watchViews()

let count = 0

/** A kernel with balances over a chain and a source in memory. */
export function stage({ answer, features, plugins = [], ...options }: StageOptions = {}): Staged {
  count += 1
  const data = testWalletData(options)
  if (answer) data.answer = answer
  const feature = (id: string, text: string) =>
    definePlugin({
      id: `test.${id}`,
      kernel: '^1.0.0',
      setup: (context) =>
        void context.add(Feature, {
          id: `test.${id}`,
          label: { section: 'test', key: id, text },
          open() {},
        }),
    })
  const kernel = createKernel(
    [
      ...data.plugins,
      views.watch(balances()),
      features && [feature('buy', 'Buy'), feature('receive', 'Receive')],
      ...plugins,
    ],
    { id: `balances${count}`, storage: memoryStorage(), logLevel: 'silent' },
  )
  return { kernel, data }
}

export async function openAccount({ kernel }: Staged): Promise<void> {
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  kernel.get(Navigation).open(AccountRoute)
}

async function openTokens(staged: Staged): Promise<void> {
  await openAccount(staged)
  staged.kernel.get(Navigation).push(TokensRoute)
}

async function openPortfolio(staged: Staged): Promise<void> {
  await openAccount(staged)
  staged.kernel.get(Navigation).push(PortfolioRoute)
}

/** Ethereum and Optimism, the second of which fails where a test wants. */
const everywhere = (over: Partial<Record<string, TestWalletData['answer']>> = {}) =>
  stage({
    answer: (request) =>
      (
        over[request.networkId] ??
        (() => answerOf(few.map((holding) => ({ ...holding, networkId: request.networkId }))))
      )(request),
    plugins: [views.watch(portfolio())],
  })

const click = async (id: string) => {
  const find = () => document.querySelector<HTMLElement>(`[data-testid="${CSS.escape(id)}"]`)
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 10))
  find()?.click()
}

export interface Scenario {
  readonly name: string
  stage(): Staged
  /** Default opens the Account view. */
  act?(staged: Staged): Promise<void>
  /** What is on the screen once it is as it should be. */
  readonly shows: string
}

const nothing = () => answerOf([ether(0n)])
const failing = () => {
  throw new Error('The node is gone')
}

/** Types an address as a person does: React hears of it. */
async function type(id: string, text: string): Promise<void> {
  const find = () => document.querySelector<HTMLInputElement>(`[data-testid="${id}"]`)
  while (!find()) await new Promise((resolve) => setTimeout(resolve, 10))
  const field = find() as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The address of a token in the tests, and of nothing. */
export const newToken = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const noToken = '0x000000000000000000000000000000000000dEaD'

const knownFacts: StageOptions['facts'] = async ({ token: address }) => ({
  ...{ address, symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 },
})

/** The view of own tokens, with a chain that knows one token, and others added and hidden. */
function stageOwn(facts: StageOptions['facts'] = knownFacts): Staged {
  return stage({
    answer: () => answerOf(few),
    ...(facts ? { facts } : {}),
    plugins: [views.watch(ownTokens())],
  })
}

async function openOwn(staged: Staged): Promise<void> {
  await openAccount(staged)
  staged.kernel.get(Navigation).push(OwnTokensRoute)
}

/** Every state of every view, for the tests that look at all of them. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'loading',
    stage: () => stage({ answer: () => new Promise(() => {}) }),
    shows: '.lk-tab-panel .lk-skeleton, .lk-list[role="status"] .lk-skeleton',
  },
  {
    name: 'few',
    stage: () => stage({ answer: () => answerOf(few), features: true }),
    shows: '[data-testid="balances-row-native"]',
  },
  {
    name: 'hidden',
    stage: () => stage({ answer: () => answerOf(few) }),
    async act(staged) {
      await openAccount(staged)
      staged.kernel.get(Balances).setHidden(true)
    },
    shows: '[data-testid="balances-row-native"] [data-hidden]',
  },
  {
    name: 'no-prices',
    stage: () =>
      stage({
        answer: () =>
          answerOf(
            few.map(({ price: _, ...rest }) => rest),
            { source: 'chain' },
          ),
      }),
    shows: '[data-testid="balances-row-native"]',
  },
  {
    name: 'many',
    stage: () => stage({ answer: () => answerOf(many(5_000)) }),
    shows: '[data-testid="balances-see-all"]',
  },
  {
    name: 'all',
    stage: () => stage({ answer: () => answerOf(many(5_000)) }),
    act: openTokens,
    shows: '[data-testid="balances-list"] [role="listitem"]',
  },
  {
    name: 'empty',
    stage: () => stage({ answer: nothing, features: true }),
    shows: '[data-testid="balances-empty-buy"]',
  },
  { name: 'empty-alone', stage: () => stage({ answer: nothing }), shows: '.lk-state' },
  { name: 'error', stage: () => stage({ answer: failing }), shows: '.lk-state[role="alert"]' },
  {
    name: 'stale',
    stage: () => stage({ answer: () => answerOf(few) }),
    async act(staged) {
      await openAccount(staged)
      const service = staged.kernel.get(Balances)
      const key = `${one}:0xA11ce5000000000000000000000000000000A11c`
      while (service.state.entries[key]?.status !== 'success')
        await new Promise((resolve) => setTimeout(resolve, 10))
      staged.data.answer = failing
      await service.refresh()
    },
    shows: '[data-testid="balances-retry"]',
  },
  {
    name: 'from-chain',
    stage: () =>
      stage({
        answer: () =>
          answerOf(few, {
            source: 'chain',
            problems: [
              new BaseError('The wallet-data service does not work right now. Try again in a moment.', {
                code: 'WALLET_DATA_DOWN',
              }),
            ],
          }),
      }),
    shows: '.lk-banner',
  },
  {
    name: 'testnet',
    stage: () => stage({ answer: () => answerOf(few) }),
    async act(staged) {
      await staged.kernel.get(Session).connect({ connectorId: 'fake.wallet' })
      await staged.kernel.get(Networks).switch(testnet)
      staged.kernel.get(Navigation).open(AccountRoute)
    },
    shows: '[data-testid="balances-row-native"]',
  },
  {
    name: 'hostile',
    stage: () => stage({ answer: () => answerOf(hostileHoldings) }),
    shows: '[data-testid="balances-row-0x5"]',
  },
  {
    // As much as the types of the chain hold: tokens with such supplies exist, and a node can say so of the coin.
    name: 'absurd',
    stage: () => stage({ answer: () => answerOf(absurdHoldings) }),
    shows: '[data-testid="balances-row-0x6"]',
  },
  {
    name: 'portfolio-tab',
    stage: () => everywhere(),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-portfolio.views.tab')
    },
    shows: '[data-testid="portfolio-tab"] [data-testid="balances-row-native"]',
  },
  {
    name: 'portfolio-all',
    stage: () => everywhere(),
    act: openPortfolio,
    shows: '[data-testid="portfolio-list"] [data-testid="balances-row-native"]',
  },
  {
    name: 'portfolio-failed',
    stage: () => everywhere({ [two]: failing }),
    act: openPortfolio,
    shows: '[data-testid="portfolio-failed"]',
  },
  {
    name: 'portfolio-loading',
    stage: () => everywhere({ [one]: () => new Promise(() => {}), [two]: () => new Promise(() => {}) }),
    act: openPortfolio,
    shows: '[data-testid="portfolio-total"] [role="status"]',
  },
  {
    name: 'portfolio-empty',
    stage: () => everywhere({ [one]: nothing, [two]: nothing }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-portfolio.views.tab')
    },
    shows: '[data-testid="portfolio-tab"] .lk-state',
  },
  {
    name: 'portfolio-choose',
    stage: () => everywhere(),
    async act(staged) {
      await openPortfolio(staged)
      await click('portfolio-choose')
    },
    shows: '[data-testid^="portfolio-choose-"]',
  },
  {
    name: 'own-tokens',
    stage: () => stageOwn(),
    async act(staged) {
      await openOwn(staged)
      await click('own-tokens-press-0xCLAIM')
      const own = staged.kernel.get(OwnTokens)
      await own.add({ networkId: one, address: alice }, newToken)
    },
    shows: `[data-testid="own-tokens-${newToken}"]`,
  },
  {
    name: 'own-tokens-found',
    stage: () => stageOwn(),
    async act(staged) {
      await openOwn(staged)
      await type('own-tokens-address', newToken)
    },
    shows: '[data-testid="own-tokens-add"]',
  },
  {
    name: 'own-tokens-none',
    stage: () =>
      stageOwn(async () => {
        throw new BaseError('Couldn’t find a token at this address on Ethereum. Check both.', {
          code: 'TOKEN_NOT_FOUND',
          parameters: { network: 'Ethereum' },
        })
      }),
    async act(staged) {
      await openOwn(staged)
      await type('own-tokens-address', noToken)
    },
    shows: '[data-testid="own-tokens"] [aria-invalid="true"]',
  },
  {
    name: 'own-tokens-unsupported',
    stage: () => stage({ answer: () => answerOf(few), plugins: [views.watch(ownTokens())] }),
    act: openOwn,
    shows: '[data-testid="own-tokens-press-0xCLAIM"]',
  },
  {
    name: 'nfts',
    stage: () =>
      stage({ collectibles: async () => ({ items: someArtworks, source: 'service', next: 'more' }) }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-balances.views.collectibles')
    },
    shows: '[data-testid="balances-artwork-40"]',
  },
  {
    name: 'nfts-spam',
    stage: () => stage({ collectibles: async () => ({ items: someArtworks, source: 'service' }) }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-balances.views.collectibles')
      await click('balances-spam')
    },
    shows: '[data-testid="balances-artwork-51"]',
  },
  {
    name: 'nfts-loading',
    stage: () => stage({ collectibles: () => new Promise(() => {}) }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-balances.views.collectibles')
    },
    shows: '.lk-artwork-blank',
  },
  {
    name: 'nfts-empty',
    stage: () => stage({ collectibles: async () => ({ items: [], source: 'service' }) }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-balances.views.collectibles')
    },
    shows: '[data-testid="balances-collectibles"] .lk-state',
  },
  {
    name: 'nfts-error',
    stage: () => stage({ collectibles: async () => failing() }),
    async act(staged) {
      await openAccount(staged)
      await click('lk-tab-balances.views.collectibles')
    },
    shows: '.lk-state[role="alert"]',
  },
]
