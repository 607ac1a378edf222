import { definePlugin, Feature } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { KernelProvider } from '@latchkey/ui-react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { findTestId, show, type Shown } from '../../../../ui-react/test/show.js'
import { alice, chain, resetWorld, world } from '../../test/exampleChain.js'
import { Swapper, SwapRoute } from '../index.js'
import { swap, useSwap, type UseSwapResult } from './index.js'

let shown: Shown | undefined
let unmount: (() => void) | undefined
afterEach(async () => {
  unmount?.()
  await shown?.unmount()
  shown = undefined
  resetWorld()
})

/** A host's own component beside the modal. */
function Host({ tell }: { readonly tell: (own: UseSwapResult) => void }) {
  const own = useSwap()
  tell(own)
  const given = { fromToken: 'USD', toToken: 'COIN', amount: '5' }
  return (
    <button type="button" data-testid="host" onClick={() => void own.openSwap(given)}>
      {own.phase}
    </button>
  )
}

async function rendered() {
  shown = await show([chain, swap()], [fakeAccount('eip155:1', alice)])
  const { kernel } = shown
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const seen: UseSwapResult[] = []
  root.render(
    <KernelProvider kernel={kernel}>
      <Host tell={(own) => seen.push(own)} />
    </KernelProvider>,
  )
  unmount = () => {
    root.unmount()
    container.remove()
  }
  const button = await findTestId('host')
  return { kernel, button, seen, last: () => seen.at(-1) as UseSwapResult }
}

it('opens the form filled in, tells the offer, and keeps its function', async () => {
  const { kernel, button, seen, last } = await rendered()
  expect(last()).toMatchObject({ phase: 'editing', offer: undefined, transaction: undefined })
  button.click()
  await findTestId('swap-form')
  expect(kernel.get(Navigation).state.entries.at(-1)?.name).toBe(SwapRoute.name)
  await vi.waitFor(() => expect(last().offer?.quote.sold).toMatchObject({ value: 5_000_000n, symbol: 'USD' }))
  expect(new Set(seen.map(({ openSwap }) => openSwap)).size).toBe(1)
})

async function swapBy(kernel: Shown['kernel'], button: HTMLElement): Promise<void> {
  button.click()
  await findTestId('swap-rate')
  const { state, load } = kernel.get(Swapper)
  const controller = await load()
  expect(await controller.preview(), String(state.error)).toBe(true)
  await controller.confirm(state.preview, state.preview?.dangers)
}

it('tells what was sent and how it ended', async () => {
  world.allowed = 10n ** 9n
  world.decide = Promise.resolve({ status: 'confirmed', transactions: ['0x1'] })
  const { kernel, button, last } = await rendered()
  await swapBy(kernel, button)
  await vi.waitFor(() => expect(last()).toMatchObject({ phase: 'confirmed', transaction: { id: '0x1' } }))
  expect(button.textContent).toBe('confirmed')
})

const differs = { reason: 'The wallet sent something else.', code: 'TRANSACTION_OTHER' }
it.each([
  ['confirmed, and what it did is unknown', { status: 'confirmed', outcome: 'unknown' }, []],
  ['something else', { status: 'failed', outcome: 'different', ...differs }, ['SWAP_ERROR']],
] as const)(
  'calls nothing swapped and nothing still there when the chain took it as %s',
  async (_, ended, told) => {
    world.allowed = 10n ** 9n
    world.decide = Promise.resolve({ ...ended, transactions: ['0x1'] })
    const { kernel, button, last } = await rendered()
    const events: string[] = []
    kernel.events.onAny(({ id }) => events.push(id))
    await swapBy(kernel, button)
    await vi.waitFor(() => expect(last()).toMatchObject({ phase: 'undecided', transaction: { id: '0x1' } }))
    expect((await findTestId('swap-undecided')).textContent).toContain('We can’t tell yet')
    expect(events.filter((name) => /SWAP_(SUCCESS|ERROR)/.test(name))).toEqual(told)
  },
)

it('rejects for a network that the host doesn’t list, and opens nothing', async () => {
  const { kernel, last } = await rendered()
  await expect(last().openSwap({ networkId: 'eip155:999' })).rejects.toMatchObject({
    code: 'NETWORK_NOT_FOUND',
  })
  expect(kernel.get(Navigation).state.entries.at(-1)?.name).not.toBe(SwapRoute.name)
})

it('leads to where what is missing can be bought', async () => {
  const open = vi.fn()
  const selling = definePlugin({
    id: 'test',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Feature, { id: 'test.onramp', label: 'Buy', open }),
  })
  shown = await show([chain, swap(), selling], [fakeAccount('eip155:1', alice)])
  await shown.kernel.get(Swapper).open({ fromToken: 'USD', toToken: 'COIN', amount: '50' })
  const button = await findTestId('swap-buy')
  expect((await findTestId('swap-action-button')).textContent).toContain('Insufficient balance')
  button.click()
  expect(open).toHaveBeenCalledOnce()
})
