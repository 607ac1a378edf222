import { createKernel, memoryStorage } from '@latchkey/kernel'
import { callsKey } from '@latchkey/kernel/contracts'
import { definePlugin, type ListReader } from '@latchkey/kernel/plugin'
import { afterEach, expect, it } from 'vitest'
import { type SwapQuotes, SwapReader, SwapSource, swapSource } from './index.js'
import { swapError, swapErrorCodes } from './swapErrors.js'

const ExampleCalls = callsKey<{ readonly coin: bigint }>('example')
const quotes = {} as SwapQuotes<{ readonly coin: bigint }>

let dispose: (() => Promise<void>) | undefined
afterEach(() => dispose?.())

function listOf(add: (context: Parameters<Parameters<typeof definePlugin>[0]['setup']>[0]) => void) {
  let list: ListReader | undefined
  const plugin = definePlugin({
    id: 'example',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
      add(context)
    },
  })
  const kernel = createKernel([plugin], { storage: memoryStorage(), logLevel: 'silent' })
  dispose = () => kernel.dispose()
  return { list: list as ListReader, state: kernel.inspect() }
}

it('lists a source with the namespace of its calls', async () => {
  const source = swapSource(ExampleCalls, {
    id: 'example.pools',
    name: 'Example',
    supports: (networkId) => networkId === 'example:1',
    load: async () => quotes,
  })
  const { list } = listOf((context) => context.add(SwapSource, source))
  const [entry] = list(SwapSource)
  expect(entry).toMatchObject({ id: 'example.pools', namespace: 'example', name: 'Example' })
  expect([entry?.supports('example:1'), entry?.supports('example:2')]).toEqual([true, false])
  expect(await entry?.load()).toBe(quotes)
})

it('holds a source that throws for one without offers', () => {
  const supports = (): boolean => {
    throw new Error('The source is broken.')
  }
  const source = swapSource(ExampleCalls, {
    id: 'example.broken',
    name: 'Broken',
    supports,
    load: async () => quotes,
  })
  const { list } = listOf((context) => context.add(SwapSource, source))
  expect(list(SwapSource)[0]?.supports('example:1')).toBe(false)
})

const supports = (): boolean => true

it.each([
  [SwapSource, { id: 'x', namespace: 'example', name: 'X', supports }],
  [SwapSource, { id: 'x', name: 'X', supports, load: async () => quotes }],
  [SwapReader, { id: 'x', namespace: 'example' }],
] as const)('refuses an entry that lacks what it needs', (point, entry) => {
  const { list, state } = listOf((context) => context.add(point as typeof SwapSource, entry as never))
  expect(list(point as typeof SwapSource)).toEqual([])
  expect(JSON.stringify(state)).toContain('lacks')
})

it('says every reason in a sentence of its own', () => {
  expect(swapErrorCodes.map((code) => [code, swapError(code).shortMessage])).toMatchSnapshot()
})
