// Replacing a transaction that waits, lived through in any order.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { submitOnce } from '@latchkey/kernel/chain'
import type { PreparedReplacement, ReplaceDecision } from '@latchkey/kernel/contracts'
import { Session } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { it } from 'vitest'
import {
  createWalletHand,
  livePayment,
  paymentLives,
  type PaymentUnderTest,
  type Standing,
} from '../../../kernel/test/paymentLives.js'
import { ether, record, testActivity } from '../test/testActivity.js'
import { activity, ActivityFeed } from './index.js'

/** A replacement that waits at the wallet until the test answers. */
function prepareWith(request: () => Promise<string>, wait: (id: string) => Promise<ReplaceDecision>) {
  const {
    id: _,
    minedAt: __,
    ...cancel
  } = record('', { operation: 'cancel', status: 'pending', transfers: [] })
  const prepared: PreparedReplacement = {
    ...{
      way: 'cancel',
      previousFee: ether(1n),
      fee: ether(2n),
      isCertain: true,
      notices: [],
      record: cancel,
    },
    ...submitOnce(async (handingOver) => {
      handingOver()
      const id = await request()
      return { id, takesPlace: Promise.resolve(true), wait: () => wait(id) }
    }),
  }
  return prepared
}

async function open(): Promise<PaymentUnderTest> {
  const { hand, request, decision } = createWalletHand<ReplaceDecision>((status, id) => ({
    status,
    which: 'replacement',
    taken: id,
  }))
  const data = testActivity()
  const kernel = createKernel([...data.plugins, activity()], {
    clock: fakeClock(),
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const feed = kernel.get(ActivityFeed)
  feed.watch()
  let round = 0
  let prepared: PreparedReplacement | undefined
  const old = () => {
    const { minedAt: _, ...waiting } = record(`old ${round}`, { status: 'pending' })
    return waiting
  }
  return {
    kernel,
    hand,
    async prepare() {
      round += 1
      prepared = prepareWith(request, decision)
    },
    press: () => prepared && void feed.replace(prepared, old()),
    forget: () => feed.state.replacements[old().id]?.phase === 'asking' && feed.forget(old().id),
    standing(): Standing {
      const found = feed.state.replacements[old().id]
      if (!found) return prepared ? 'ready' : 'editing'
      if (found.phase === 'decided') return found.status ?? 'undecided'
      return found.phase === 'lost' || found.phase === 'apart' ? 'undecided' : found.phase
    },
    leave: () => data.wallet.report({ ended: {} }),
  }
}

it('is asked for once a press, and told as what became of it', () =>
  livePayment({ open, tellsLost: false, isRepeatable: true }, paymentLives()))
