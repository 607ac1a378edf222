// A send, and the sending of an NFT, lived through in any order.
import { submitOnce } from '@latchkey/kernel/chain'
import { Calls, type CallsDecision, capability, CollectibleTransfers } from '@latchkey/kernel/contracts'
import { CollectibleSender, send, Sender } from './index.js'
import { it } from 'vitest'
import {
  createWalletHand,
  livePayment,
  paymentLives,
  type PaymentUnderTest,
  type Standing,
} from '../../../kernel/test/paymentLives.js'
import { bob, coin, holdings, sendBench } from '../test/sendBench.js'
import { cat } from '../test/testCollectibles.js'

async function openSend(): Promise<PaymentUnderTest> {
  const bench = sendBench({ plugins: [send()] })
  bench.navigation.attach(() => true)
  await bench.connect()
  const sender = bench.kernel.get(Sender)
  const controller = await sender.load()
  const { state } = sender
  const { chain } = bench
  return {
    kernel: bench.kernel,
    hand: {
      requests: () => chain.submits.length,
      answer: (how) => chain.answer(how === 'sent' ? 'approve' : how),
      decide: (status) => chain.decide(status),
    },
    async prepare() {
      await sender.open()
      await controller.loadBalances()
      controller.reset()
      controller.chooseToken(holdings[0]!)
      controller.setAmount('0.5')
      controller.setReceiver(bob)
      await controller.preview()
    },
    press: () => void controller.confirm(state.preview, state.preview?.dangers).catch(() => {}),
    forget: () => controller.forgetRequest(),
    standing() {
      if (state.phase === 'signing') return 'asking'
      return state.phase === 'preparing' ? 'editing' : state.phase
    },
    leave: () => bench.wallet.report({ ended: {} }),
  }
}

async function openCollectible(): Promise<PaymentUnderTest> {
  const { hand, request, decision } = createWalletHand<CallsDecision>((status, id) => ({
    status,
    transactions: [id],
  }))
  let owned = 1n
  let given = 0n
  const bench = sendBench({
    plugins: [send()],
    capabilities: [
      capability(CollectibleTransfers, {
        prepare: async ({ to }) => ({ calls: [{ move: to }], ownerHas: owned, receiverHas: given }),
        count: async ({ owner }) => (owner === bob ? given : owned),
      }),
      capability(Calls, {
        support: async () => ({ atomic: 'supported' }),
        prepare: async () => ({
          ...{ fee: coin(1n), changes: [], notices: [], atomic: true, steps: 1 },
          ...submitOnce(async (handingOver) => {
            handingOver()
            const id = await request()
            return { id, wait: () => decision(id) }
          }),
        }),
      }),
    ],
  })
  await bench.connect()
  const sender = bench.kernel.get(CollectibleSender)
  const controller = await sender.load()
  const { state } = sender
  let prepared: Awaited<ReturnType<typeof controller.prepare>> | undefined
  return {
    kernel: bench.kernel,
    hand: {
      ...hand,
      decide(status) {
        if (status === 'confirmed') [owned, given] = [owned - 1n, given + 1n]
        hand.decide(status)
      },
    },
    async prepare() {
      controller.dismiss()
      owned = owned > 0n ? owned : 1n
      prepared = await controller.prepare({ item: cat(), to: bob, amount: 1n })
    },
    press: () => prepared && void controller.send(prepared),
    forget: () => state.sending?.phase === 'asking' && controller.dismiss(),
    standing(): Standing {
      const { phase } = state.sending ?? {}
      if (phase === undefined) return prepared ? 'ready' : 'editing'
      if (phase === 'lost' || phase === 'unmoved' || phase === 'unchecked') return 'undecided'
      return phase
    },
    leave: () => bench.wallet.report({ ended: {} }),
  }
}

it('a send is asked for once a press, and told as what became of it', () =>
  livePayment({ open: openSend, tellsLost: true }, paymentLives()))

it('an NFT is sent once a press, and told as what became of it', () =>
  livePayment({ open: openCollectible, tellsLost: true }, paymentLives()))
