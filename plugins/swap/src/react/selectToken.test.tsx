import { definePlugin, type Plugin } from '@latchkey/kernel/plugin'
import { type Holding, Holdings } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { byTestId, findTestId, show, type Shown } from '../../../../ui-react/test/show.js'
import { alice, chain, odd, resetWorld, world } from '../../test/exampleChain.js'
import { Swapper, SwapRoute } from '../index.js'
import { swap } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  resetWorld()
})

async function opened(plugins: readonly Plugin[] = []) {
  world.more = Array.from({ length: 10 }, (_, index) => ({
    address: `0x${String(index + 1).padStart(40, '0')}`,
    symbol: `T${index}`,
    name: `Number ${index}`,
    decimals: 6,
  }))
  shown = await show([chain, swap(), ...plugins], [fakeAccount('eip155:1', alice)])
  const { kernel } = shown
  const { state, load } = kernel.get(Swapper)
  const controller = await load()
  await kernel.get(Swapper).open({ fromToken: 'USD', amount: '5' })
  ;(await findTestId('swap-select-token-button-toToken')).click()
  await findTestId('swap-suggested')
  return { kernel, state, controller }
}

function search(text: string): void {
  const field = byTestId('swap-token-search') as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const symbolsIn = (id: string, prefix: string) =>
  [...(byTestId(id)?.querySelectorAll(`[data-testid^="${prefix}"]`) ?? [])].map((element) =>
    element.getAttribute('data-testid')?.slice(prefix.length),
  )
const item = 'swap-select-token-item-'

it('suggests eight, and shows what the account holds before the rest', async () => {
  await opened()
  expect(symbolsIn('swap-suggested', 'swap-suggested-')).toEqual('COIN USD T0 T1 T2 T3 T4 T5'.split(' '))
  expect(symbolsIn('swap-your-tokens', item)).toEqual(['COIN', 'USD'])
  expect(symbolsIn('swap-all-tokens', item)).toEqual(world.more.map(({ symbol }) => symbol))
})

it.each([
  ['symbol', 't3', 'T3'],
  ['name', 'number 7', 'T7'],
  ['address', `0x${'9'.padStart(40, '0')}`, 'T8'],
])('finds a token by its %s, and quotes what is chosen', async (_, text, symbol) => {
  const { kernel, state } = await opened()
  search(text)
  await vi.waitFor(() => expect(symbolsIn('swap-select-token', item)).toEqual([symbol]))
  byTestId(`${item}${symbol}`)?.click()
  await findTestId('swap-form')
  expect(kernel.get(Navigation).state.entries.at(-1)?.name).toBe(SwapRoute.name)
  await vi.waitFor(() => expect(state.offer?.buy.symbol).toBe(symbol))
})

it('says that nothing was found, and warns of what only its address finds', async () => {
  await opened()
  search('nothing like it')
  await vi.waitFor(() => expect(document.body.textContent).toContain('No token found'))
  search(odd.address)
  expect((await findTestId('swap-unknown-token')).textContent).toContain(odd.address)
  expect(symbolsIn('swap-select-token', item)).toEqual(['ODD'])
})

it.each([
  ['an account', `eip155:1:${odd.address}`],
  ['what can’t be seen in it', `\u2066${odd.address.slice(0, 9)}\u200b${odd.address.slice(9)}\u2069`],
])('finds an address that nobody listed by %s', async (_, typed) => {
  await opened()
  search(typed)
  expect((await findTestId('swap-unknown-token')).textContent).toContain(odd.address)
  expect(symbolsIn('swap-select-token', item)).toEqual(['ODD'])
})

it('says of which network an address is that isn’t of this one', async () => {
  await opened()
  search(`eip155:2:${odd.address}`)
  await vi.waitFor(() => expect(document.body.textContent).toContain('This is an address on eip155:2.'))
})

it('keeps a token that somebody sent behind the rest, and warns of it once it is chosen', async () => {
  const { address, symbol, decimals } = odd
  const sent: Holding = {
    ...{ networkId: 'eip155:1', address, name: 'Odd token' },
    amount: { value: 5n, decimals, symbol },
  }
  const teller = definePlugin({
    id: 'test.holdings',
    kernel: '^1.0.0',
    provides: [Holdings],
    setup: (context) =>
      context.provide(Holdings, () => ({
        read: async () => ({ holdings: [sent], source: 'service', problems: [] }),
      })),
  })
  const { state } = await opened([teller])
  await vi.waitFor(() => expect(symbolsIn('swap-your-tokens', item).at(-1)).toBe('ODD'))
  expect(symbolsIn('swap-suggested', 'swap-suggested-')).not.toContain('ODD')
  expect(byTestId('swap-unknown-token')).toBeNull()
  byTestId(`${item}ODD`)?.click()
  await findTestId('swap-form')
  expect(state.draft.buy).toMatchObject({ symbol: 'ODD' })
  const unknown = await findTestId('swap-unknown-token')
  expect(unknown.textContent).toContain(odd.address)
  const groups = [...unknown.querySelectorAll('.lk-address-group')].map(({ textContent }) => textContent)
  expect(groups).toEqual(['0x', ...(odd.address.slice(2).match(/.{4}/g) ?? [])])
})
