// A swap, lived through in any order.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import type { CallsDecision } from '@latchkey/kernel/contracts'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Navigation, Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeClock, fakeWallet } from '@latchkey/kernel/testing'
import { afterEach, it } from 'vitest'
import {
  createWalletHand,
  livePayment,
  paymentLives,
  type PaymentUnderTest,
} from '../../../kernel/test/paymentLives.js'
import { alice, chain, resetWorld, world } from '../test/exampleChain.js'
import { swap, Swapper } from './index.js'

afterEach(resetWorld)

async function open(): Promise<PaymentUnderTest> {
  resetWorld()
  const { hand, request, decision } = createWalletHand<CallsDecision>((status, id) => ({
    status,
    transactions: [id],
  }))
  world.allowed = 10n ** 12n
  world.submit = async () => {
    const id = await request()
    world.decide = decision(id)
    return id
  }
  const wallet = fakeWallet({
    name: 'Test wallet',
    accounts: [fakeAccount('eip155:1', alice)],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const own = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const kernel = createKernel([chain, own, swap()], {
    clock: fakeClock(),
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  kernel.get(Navigation).attach(() => true)
  const swapper = kernel.get(Swapper)
  const controller = await swapper.load()
  const { state } = swapper
  return {
    kernel,
    hand,
    async prepare() {
      await swapper.open()
      controller.reset()
      await controller.loadTokens()
      const [coin, dollar] = state.tokens.list.map(({ token }) => token)
      if (!coin || !dollar) throw new Error('The chain lists no tokens.')
      controller.chooseToken('sell', dollar)
      controller.chooseToken('buy', coin)
      controller.setAmount('5')
      await controller.preview()
    },
    press: () => void controller.confirm(state.preview).catch(() => {}),
    forget: () => controller.forgetRequest(),
    standing() {
      if (state.phase === 'signing' || state.phase === 'approving') return 'asking'
      return state.phase === 'preparing' ? 'editing' : state.phase
    },
    leave: () => wallet.report({ ended: {} }),
  }
}

it('is asked for once a press, and told as what became of it', () =>
  livePayment({ open, tellsLost: true }, paymentLives()))
