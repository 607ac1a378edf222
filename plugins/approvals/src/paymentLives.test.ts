// Taking an approval back, lived through in any order.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { submitOnce } from '@latchkey/kernel/chain'
import type { CallsDecision } from '@latchkey/kernel/contracts'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { it } from 'vitest'
import {
  createWalletHand,
  livePayment,
  paymentLives,
  type PaymentUnderTest,
  type Standing,
} from '../../../kernel/test/paymentLives.js'
import { alice, everyKind, one, testApprovals } from '../test/testApprovals.js'
import { Approvals, approvals } from './index.js'

async function open(): Promise<PaymentUnderTest> {
  const { hand, request, decision } = createWalletHand<CallsDecision>((status, id) => ({
    status,
    transactions: [id],
  }))
  const data = testApprovals()
  data.prepare = async () => ({
    fee: { value: 1n, decimals: 18, symbol: 'ETH' },
    ...{ notices: [], atomic: true, steps: 1 },
    ...submitOnce(async (handingOver) => {
      handingOver()
      const id = await request()
      return { id, wait: () => decision(id) }
    }),
  })
  const wallet = fakeWallet({
    name: 'Test wallet',
    accounts: [fakeAccount(one, alice)],
    networks: { eip155: one },
    answers: { connect: 'approve', disconnect: 'approve' },
  })
  const own = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup: (context) => void context.add(Connector, wallet.connector),
  })
  const kernel = createKernel([data.chain, own, approvals()], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const service = kernel.get(Approvals)
  const { state } = service
  let prepared: Awaited<ReturnType<typeof service.prepare>> | undefined
  return {
    kernel,
    hand: {
      ...hand,
      decide(status) {
        if (status === 'confirmed') data.standing = []
        hand.decide(status)
      },
    },
    async prepare() {
      service.dismiss()
      data.standing = everyKind
      await service.read()
      prepared = await service.prepare(['1'])
    },
    press: () => prepared && void service.revoke(prepared),
    forget: () => service.forget(),
    standing(): Standing {
      const { phase } = state.revoking ?? {}
      if (phase === undefined) return prepared ? 'ready' : 'editing'
      return phase === 'lost' || phase === 'stands' || phase === 'unchecked' ? 'undecided' : phase
    },
    leave: () => wallet.report({ ended: {} }),
  }
}

it('is asked for once a press, and told as what became of it', () =>
  livePayment({ open, tellsLost: true, isRepeatable: true }, paymentLives()))
