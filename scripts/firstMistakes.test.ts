// What a host gets wrong on its first day, without types: each is one sentence with a code, and no TypeError.
import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createKernel, memoryStorage } from '../kernel/src/index.js'
import { BaseError } from '../kernel/src/plugin.js'
import { eip155 } from '../plugins/eip155/src/index.js'
import { hostedOnramp, linkOnramp, onramp } from '../plugins/onramp/src/index.js'
import { linkedExchange, serviceExchanges } from '../plugins/pay/src/index.js'
import { definePolkadotNetwork } from '../plugins/polkadot/src/index.js'
import { prices } from '../plugins/prices/src/index.js'
import { oracleFeeds } from '../plugins/prices/src/evm/index.js'
import { siwx } from '../plugins/siwx/src/index.js'
// Loaded ahead, so that no test ends while it's on its way.
import '../plugins/siwx/src/page/lazy/startSiwx.js'
import { defineSolanaNetwork } from '../plugins/solana/src/index.js'
import { swap } from '../plugins/swap/src/index.js'
import { evmSwaps, serviceSwaps } from '../plugins/swap/src/evm/index.js'
import { solanaServiceSwaps, solanaSwaps } from '../plugins/swap/src/solana/index.js'
import { blockscout, etherscan } from '../plugins/wallet-data/src/histories/index.js'
import { base } from '../plugins/eip155/src/networkData.js'
import { findFactories } from './findFactories.js'
import { root } from './workspace.js'
import { afterEach, expect, it, vi } from 'vitest'

const factories: readonly (readonly [name: string, make: (options?: never) => unknown])[] = [
  ['eip155', eip155],
  ['hostedOnramp', hostedOnramp],
  ['linkOnramp', linkOnramp],
  ['linkedExchange', linkedExchange],
  ['serviceExchanges', serviceExchanges],
  ['prices', prices],
  ['serviceSwaps', serviceSwaps],
  ['solanaServiceSwaps', solanaServiceSwaps],
  ['solanaSwaps', solanaSwaps],
  ['blockscout', blockscout],
  ['etherscan', etherscan],
  ['definePolkadotNetwork', definePolkadotNetwork],
  ['defineSolanaNetwork', defineSolanaNetwork],
] as never

function faultOf(run: () => unknown): BaseError {
  try {
    run()
  } catch (error) {
    if (error instanceof BaseError) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

it.each(factories)('%s(), called with nothing, says what it needs', (name, make) => {
  for (const given of [[], [null], [{}]]) {
    const { code, message } = faultOf(() => Reflect.apply(make, undefined, given))
    expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/)
    expect(message).toContain(name)
  }
})

it('prices() names a source that was not called', () => {
  expect(faultOf(() => prices([oracleFeeds] as never)).message).toContain('Call it: prices([oracleFeeds()]).')
  expect(faultOf(() => prices(oracleFeeds() as never)).message).toContain('expected a list of sources')
})

/** What a factory takes before its options. */
const before: Readonly<Record<string, readonly unknown[]>> = { prices: [[oracleFeeds()]] }

/** Every factory that takes something, of the main entries and of those with views. */
const withOptions = await Promise.all(
  findFactories()
    .filter(({ takes }) => takes > 0)
    .map(async ({ name, entry }) => {
      const make = (
        (await import(pathToFileURL(entry).href)) as Record<string, (...given: unknown[]) => unknown>
      )[name]
      const call = (given: unknown) => make?.(...(before[name] ?? []), given)
      return [name, relative(root, entry), call] as const
    }),
)

it('finds the factories that take options', () => {
  const names = withOptions.map(([name, entry]) => `${name} of ${entry}`)
  expect(names).toEqual(
    expect.arrayContaining([
      'swap of plugins/swap/src/index.ts',
      'swap of plugins/swap/src/react/index.ts',
      'solanaSwaps of plugins/swap/src/solana/index.ts',
      'blockscout of plugins/wallet-data/src/histories/index.ts',
      'coinGecko of plugins/prices/src/index.ts',
      'poolPrices of plugins/prices/src/evm/index.ts',
    ]),
  )
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(50)
})

const kernelOptions = [
  'createKernel',
  'kernel/src/index.ts',
  (given: unknown) => createKernel([], given as never),
] as const

it.each([...withOptions, kernelOptions])('%s() of %s has no option of another name', (name, _, call) => {
  const { code, message } = faultOf(() => call({ slipOfThePen: undefined }))
  expect(message).toContain('no option "slipOfThePen"')
  expect(message).toMatch(/There are: \w+/)
  expect(message).toContain(name)
  expect(code).toMatch(/^(OPTION_UNKNOWN|[A-Z0-9_]+_OPTIONS_INVALID|KERNEL_CONFIG_INVALID)$/)
})

it.each([...withOptions, kernelOptions])('%s() of %s takes an object of options', (name, _, call) => {
  const strange = [
    [null, 'null'],
    ['slip', 'a text'],
    [['slip'], 'a list'],
    [7, 'a number'],
    [Promise.resolve({}), 'a Promise'],
  ]
  for (const [given, described] of strange) {
    const { code, message } = faultOf(() => call(given))
    expect(message).toContain(`${name}() takes an object of options, got ${String(described)}.`)
    expect(code).toMatch(/^[A-Z][A-Z0-9_]+$/)
  }
})

const written: unknown[][] = []
afterEach(() => vi.restoreAllMocks())

async function start(plugins: Parameters<typeof createKernel>[0]) {
  written.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts) => void written.push(parts))
  const kernel = createKernel(plugins, { storage: memoryStorage() })
  await kernel.start()
  const codes = written.flat().flatMap((part) => (part instanceof BaseError ? part.code : []))
  const texts = written.flat().map(String).join(' ')
  const problems = JSON.stringify(kernel.state.plugins)
  await kernel.dispose()
  return { codes, texts: `${texts} ${problems}` }
}

const chain = () => eip155({ networks: [base] })

it('swap() says that no source is listed', async () => {
  expect((await start([chain(), swap()])).codes).toEqual(['SWAP_SOURCE_MISSING'])
  expect((await start([chain(), swap(), evmSwaps()])).codes).toEqual([])
})

it('onramp() says that no provider is listed', async () => {
  expect((await start([chain(), onramp()])).codes).toEqual(['ONRAMP_PROVIDER_MISSING'])
  const provider = linkOnramp({ id: 'one', name: 'One', url: 'https://buy.example' } as never)
  expect((await start([chain(), onramp(), provider])).codes).not.toContain('ONRAMP_PROVIDER_MISSING')
})

it('siwx() says that nobody checks a sign-in that it requires', async () => {
  expect((await start([chain(), siwx({ required: true })])).codes).toEqual(['SIWX_BACKEND_MISSING'])
  expect((await start([chain(), siwx({ required: true, backend: '/api/siwx' })])).codes).not.toContain(
    'SIWX_BACKEND_MISSING',
  )
  expect((await start([chain(), siwx()])).codes).toEqual([])
})

it('evmSwaps() without a chain names the plugin that it needs', async () => {
  expect((await start([swap(), evmSwaps()])).texts).toContain('@latchkey/plugin-eip155')
})
