// Paying a bill, lived through in any order.
import type { CallsDecision } from '@latchkey/kernel/contracts'
import { it } from 'vitest'
import {
  createWalletHand,
  livePayment,
  paymentLives,
  type PaymentUnderTest,
  type Standing,
} from '../../../kernel/test/paymentLives.js'
import { alice, bill, coin, payBench, usdToken } from '../test/payBench.js'
import type { PayPhase, PayState } from './index.js'

async function loaded(state: PayState): Promise<void> {
  for (let turn = 0; turn < 50 && state.ways.status === 'loading'; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function standingOf(phase: PayPhase): Standing {
  if (phase === 'paid') return 'confirmed'
  if (phase === 'reported') return 'undecided'
  if (phase === 'idle' || phase === 'choosing' || phase === 'preparing') return 'editing'
  return phase === 'swapping' ? 'asking' : phase
}

async function open(): Promise<PaymentUnderTest> {
  const bench = payBench()
  await bench.connect()
  bench.navigation.attach(() => true)
  const { chain, payer } = bench
  const { state } = payer
  const controller = await payer.load()
  return {
    kernel: bench.kernel,
    hand: {
      requests: () => chain.submits.length,
      answer: (how) => chain.answer(how === 'sent' ? 'approve' : how),
      decide: (status) => chain.decide(status),
    },
    async prepare() {
      payer.pay(bill()).catch(() => {})
      await loaded(state)
      const way = state.ways.list.find(({ kind }) => kind === 'asset')
      if (way) await controller.choose(way)
    },
    press: () => void controller.confirm(state.preview).catch(() => {}),
    forget: () => controller.forgetRequest(),
    standing: () => standingOf(state.phase),
    leave: () => bench.leave(),
  }
}

/** The swap before a payment, on a network where each is a transaction of its own. */
async function openSwapFirst(): Promise<PaymentUnderTest> {
  const { hand, request, decision } = createWalletHand<CallsDecision>((status, id) => ({
    status,
    transactions: [id],
  }))
  const bench = payBench({ isSwapFirst: true })
  await bench.connect()
  bench.navigation.attach(() => true)
  const { world, payer } = bench
  const bought = {
    address: alice,
    amount: { value: 4_550_000n, decimals: 6, symbol: 'USD' },
    asset: usdToken,
  }
  world.changes = [{ address: alice, amount: coin(-world.sold) }, bought]
  world.submit = request
  world.decision = decision
  const { state } = payer
  const controller = await payer.load()
  return {
    kernel: bench.kernel,
    hand,
    async prepare() {
      payer.pay(bill({ amount: '4.5' })).catch(() => {})
      await loaded(state)
      const way = state.ways.list.find(({ kind }) => kind === 'swap')
      if (way) await controller.choose(way)
    },
    press: () => state.preview?.isSwapFirst && void controller.confirm(state.preview).catch(() => {}),
    forget: () => controller.forgetRequest(),
    standing() {
      if (state.notice === 'swapped') return 'confirmed'
      if (state.phase === 'swapping') return 'pending'
      if (state.error?.code === 'PAY_SWAP_FAILED') return 'failed'
      if (state.swap?.status === 'unclear') return 'undecided'
      return standingOf(state.phase)
    },
    leave: () => bench.leave(),
  }
}

it('a swap before it is asked for once a press, and told as what became of it', () =>
  livePayment({ open: openSwapFirst, tellsLost: true }, paymentLives()))

it('is asked for once a press, and told as what became of it', () =>
  livePayment({ open, tellsLost: true }, paymentLives()))
