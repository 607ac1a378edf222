// The allowance is given, and the swap is quoted once more before it can be confirmed.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { BaseError, Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Navigation, Notifications, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNetwork, fakeWallet } from '@latchkey/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { alice, chain, resetWorld, world } from '../../test/exampleChain.js'
import { swap, Swapper, SwapRoute } from '../index.js'

let kernel: Kernel | undefined
afterEach(async () => {
  await kernel?.dispose()
  kernel = undefined
  resetWorld()
})

/** A person who has given the allowance, and waits for the second quote. */
async function allowed() {
  const wallet = fakeWallet({
    accounts: [fakeAccount('eip155:1', alice)],
    networks: { eip155: fakeNetwork('eip155:1').id },
    answers: { connect: 'approve' },
  })
  const wallets = definePlugin({
    id: 'test.wallets',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  kernel = createKernel([chain, swap(), wallets], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const navigation = kernel.get(Navigation)
  navigation.attach(() => true)
  const swapper = kernel.get(Swapper)
  const { state } = swapper
  const controller = await swapper.load()
  await swapper.open()
  await controller.loadTokens()
  const find = (symbol: string) => state.tokens.list.find(({ token }) => token.symbol === symbol)?.token
  const [usd, coin] = [find('USD'), find('COIN')]
  if (!usd || !coin) throw new Error('The chain lists no tokens.')
  controller.chooseToken('sell', usd)
  controller.chooseToken('buy', coin)
  controller.setAmount('5')
  expect(await controller.preview(), String(state.error)).toBe(true)
  expect(state.preview?.approval).toBe('transaction')
  let quote: () => void = () => {}
  world.submit = async () => {
    world.quoted = new Promise<void>((resolve) => {
      quote = resolve
    })
    return '0x9'
  }
  const confirmed = controller.confirm(state.preview, state.preview?.dangers)
  await vi.waitFor(() => expect(state.phase).toBe('preparing'))
  const notifications = kernel.get(Notifications)
  const toasts = () => notifications.state.toasts
  const view = () => navigation.state.entries.at(-1)?.name
  return { state, wallet, toasts, view, confirmed, quote: () => quote() }
}

it('a wallet that leaves then isn’t said to have been asked', async () => {
  const { state, wallet, toasts, confirmed, quote } = await allowed()
  wallet.report({ ended: {} })
  await vi.waitFor(() => expect(state.target).toBeUndefined())
  quote()
  await confirmed
  expect(toasts()).toEqual([])
})

it('a quote that can’t be had leads back to the form, which says why', async () => {
  const { state, view, confirmed, quote } = await allowed()
  world.fault = new BaseError('No endpoint answers.', { code: 'NETWORK_UNREACHABLE' })
  quote()
  await confirmed
  expect(state).toMatchObject({ phase: 'editing', transaction: undefined })
  expect(state.error).toBeDefined()
  expect(view()).toBe(SwapRoute.name)
})
