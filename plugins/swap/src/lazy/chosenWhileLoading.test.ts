// What a person chooses while the list of tokens still loads.
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNetwork, fakeWallet } from '@latchkey/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { alice, chain, odd, resetWorld, world } from '../../test/exampleChain.js'
import { swap, type SwapArguments, Swapper, SwapRoute } from '../index.js'

let kernel: Kernel | undefined
afterEach(async () => {
  await kernel?.dispose()
  kernel = undefined
  resetWorld()
})

/** A form whose tokens arrive when the test says so. */
async function opened(given: SwapArguments = {}) {
  let arrive: () => void = () => {}
  world.listed = new Promise<void>((resolve) => {
    arrive = resolve
  })
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
  kernel.get(Navigation).attach((name) => name === SwapRoute.name)
  const swapper = kernel.get(Swapper)
  const controller = await swapper.load()
  await swapper.open(given)
  const { state } = swapper
  await vi.waitFor(() => expect(state.tokens.status).toBe('loading'))
  return {
    ...{ state, controller },
    async arrive() {
      arrive()
      await vi.waitFor(() => expect(state.tokens.status).toBe('ready'))
    },
  }
}

describe('while the list of tokens loads', () => {
  it('a token found by its address stays in the list, with its warning that no list has it', async () => {
    const { state, controller, arrive } = await opened()
    await controller.findToken(odd.address)
    controller.chooseToken('buy', odd)
    await arrive()
    const choice = state.tokens.list.find(({ token }) => token.address === odd.address)
    expect(choice).toMatchObject({ token: { symbol: 'ODD' }, isUnknown: true })
    expect(state.draft.buy).toMatchObject({ symbol: 'ODD' })
  })

  it.each([
    ['token to receive', 'buy'],
    ['token to pay with', 'sell'],
  ] as const)('the chosen %s isn’t overwritten by the one that the host named', async (_, side) => {
    const { state, controller, arrive } = await opened({ fromToken: 'USD', toToken: 'COIN', amount: '5' })
    await controller.findToken(odd.address)
    controller.chooseToken(side, odd)
    await arrive()
    const other = side === 'buy' ? { sell: { symbol: 'USD' } } : { buy: { symbol: 'COIN' } }
    expect(state.draft).toMatchObject({ ...other, [side]: { symbol: 'ODD' }, amountText: '5' })
  })

  it('the amount that was typed isn’t overwritten by the host’s', async () => {
    const { state, controller, arrive } = await opened({ fromToken: 'USD', toToken: 'COIN', amount: '5' })
    controller.setAmount('7')
    await arrive()
    expect(state.draft).toMatchObject({
      ...{ sell: { symbol: 'USD' }, buy: { symbol: 'COIN' } },
      amountText: '7',
    })
  })
})
