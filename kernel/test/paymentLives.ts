// The life of a payment, for property tests of every feature that asks a wallet for one. Not published.
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import type { Kernel } from '../src/index.js'
import { BaseError, UserRejectedError } from '../src/plugin.js'
import { TransactionSettled, TransactionSubmitted } from '../src/transaction.js'
import { Notifications } from '../src/wallet.js'
import { settle } from './attack.js'

/** The state that the person is told, in words that are the same for all features. */
export type Standing =
  | 'editing'
  | 'ready'
  | 'asking'
  | 'pending'
  | 'confirmed'
  | 'failed'
  /** Money may have left, and nobody can say. */
  | 'undecided'
  /** Nothing was sent, and the feature says so where others lead back to the preview. */
  | 'refused'

/** A wallet and a chain that do what a test says. */
export interface WalletHand {
  /** How many requests the wallet was given so far. */
  requests(): number
  /** Answers the oldest request that has no answer yet. */
  answer(how: 'sent' | { readonly reject: unknown }): void
  /** The chain decides what was sent last. */
  decide(status: 'confirmed' | 'failed'): void
}

/** A feature in an app, with a wallet that is connected. */
export interface PaymentUnderTest {
  readonly kernel: Kernel
  readonly hand: WalletHand
  /** Fills in and checks, as a person does; leaves what an earlier one came to. */
  prepare(): Promise<unknown>
  /** Presses the button that opens the wallet. */
  press(): void
  /** Stops waiting for the wallet. */
  forget(): unknown
  standing(): Standing
  /** The wallet ends its connection. */
  leave(): void
}

export interface PaymentLife {
  open(): Promise<PaymentUnderTest>
  /** Whether doing it twice costs nothing, so that it may be asked for again although a first one may be done. */
  readonly isRepeatable?: boolean
  /** Whether activity is told of a request that no wallet answered. */
  readonly tellsLost: boolean
}

/** Errors of wallets, nodes and relays after which the money may have left. */
const losses: readonly (() => unknown)[] = [
  () => new Error('The connection was lost.'),
  () => new BaseError('The node had a fault.', { code: 'RPC_INTERNAL' }),
  () => new BaseError('The network refused it.', { code: 'TRANSACTION_REFUSED' }),
  () => 'no',
  () => undefined,
]

type Step =
  | { readonly kind: 'prepare' | 'press' | 'pressTwice' | 'forget' | 'send' | 'refuse' | 'confirm' | 'fail' }
  | { readonly kind: 'lose'; readonly loss: number }

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    ...(['prepare', 'press', 'pressTwice', 'forget', 'send', 'refuse', 'confirm', 'fail'] as const).map(
      (kind) => ({ kind }),
    ),
  ),
  fc.nat({ max: losses.length - 1 }).map((loss): Step => ({ kind: 'lose', loss })),
)

/** A request that the wallet was given. */
interface Request {
  /** The person still waits for the answer. */
  isWaited: boolean
  truth: 'open' | 'sent' | 'refused' | 'lost' | 'confirmed' | 'failed'
}

/** The person must be told one of these of a request that they wait for. */
const told: Readonly<Record<Request['truth'], readonly Standing[]>> = {
  open: ['asking'],
  sent: ['pending'],
  refused: ['ready', 'editing', 'refused'],
  lost: ['undecided'],
  confirmed: ['confirmed'],
  failed: ['failed'],
}

/**
 * Lives through presses, presses again, refusals, lost and late answers, decisions of the chain, and a wallet that leaves.
 * Never: asked twice for one press; called refused, failed or unsent although the chain may have it; called pending although
 * the person refused; or lost from sight.
 */
export async function livePayment(life: PaymentLife, numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), fc.boolean(), async (list, leaves) => {
      const feature = await life.open()
      try {
        const world = watch(life, feature)
        // Something always happens: a life that begins with an answer would be none.
        for (const step of [{ kind: 'prepare' }, { kind: 'press' }, ...list] as readonly Step[]) {
          await world.take(step)
        }
        if (leaves) await world.leave()
      } finally {
        await feature.kernel.dispose()
      }
    }),
    { numRuns },
  )
}

/** Code that is loaded at its first use takes as long as the machine is busy, which no number of turns covers. */
async function rest(): Promise<void> {
  await settle()
  await vi.dynamicImportSettled()
  await settle(8)
}

function watch(life: PaymentLife, { kernel, hand, ...feature }: PaymentUnderTest) {
  const requests: Request[] = []
  const events = { sent: 0, lost: 0, settled: 0 }
  kernel.events.on(TransactionSubmitted, ({ record }) => {
    if (record.id.startsWith('unnamed ')) events.lost += 1
    else events.sent += 1
  })
  kernel.events.on(TransactionSettled, () => {
    events.settled += 1
  })
  const open = () => requests.find(({ truth }) => truth === 'open')
  const newest = () => requests.at(-1)
  /** Something was prepared since the last request. */
  let isPrepared = false
  const count = (...truths: readonly Request['truth'][]) =>
    requests.filter(({ truth }) => truths.includes(truth)).length

  async function press(times: number): Promise<void> {
    const before = feature.standing()
    const known = hand.requests()
    for (let time = 0; time < times; time += 1) feature.press()
    await rest()
    const given = hand.requests() - known
    const isAnother = life.isRepeatable === true && (before === 'undecided' || isPrepared)
    const mayAsk = before === 'ready' || before === 'refused' || isAnother
    expect(given, `${times} presses while ${before}`).toBeLessThanOrEqual(mayAsk ? 1 : 0)
    const again = open()
    // Pressed again after the person stopped waiting: they wait for the answer to the same request.
    if (given === 0 && again && before !== 'asking' && feature.standing() === 'asking') again.isWaited = true
    if (given === 0) return
    isPrepared = false
    for (const request of requests) request.isWaited = false
    requests.push({ isWaited: true, truth: 'open' })
  }

  async function answer(truth: Request['truth'], how: Parameters<WalletHand['answer']>[0]): Promise<void> {
    const request = open()
    if (!request) return
    request.truth = truth
    hand.answer(how)
    await rest()
  }

  async function decide(truth: 'confirmed' | 'failed'): Promise<void> {
    const last = requests.findLast((request) => request.truth !== 'open')
    if (last?.truth !== 'sent') return
    last.truth = truth
    hand.decide(truth)
    await rest()
  }

  function check(step: string): void {
    const request = newest()
    if (request?.isWaited)
      expect(told[request.truth], `${step}: ${request.truth}`).toContain(feature.standing())
    expect(events.sent, `${step}: activity is told of what was sent`).toBe(
      count('sent', 'confirmed', 'failed'),
    )
    if (life.tellsLost)
      expect(events.lost, `${step}: activity is told of what may have been sent`).toBe(count('lost'))
    expect(events.settled, `${step}: and of what the chain decided, once`).toBe(count('confirmed', 'failed'))
  }

  return {
    async take(step: Step): Promise<void> {
      if (step.kind === 'press') await press(1)
      else if (step.kind === 'pressTwice') await press(2)
      else if (step.kind === 'send') await answer('sent', 'sent')
      else if (step.kind === 'refuse') await answer('refused', { reject: new UserRejectedError() })
      else if (step.kind === 'lose') await answer('lost', { reject: losses[step.loss]?.() })
      else if (step.kind === 'confirm') await decide('confirmed')
      else if (step.kind === 'fail') await decide('failed')
      else if (step.kind === 'forget') {
        feature.forget()
        const request = newest()
        if (request?.truth === 'open') request.isWaited = false
        await rest()
      } else if (!open()?.isWaited) {
        // Somebody who looks at a new one doesn't wait to read of the one before.
        for (const request of requests) request.isWaited = false
        await feature.prepare()
        isPrepared = true
        await rest()
      }
      check(step.kind)
    },
    /** It's told at once, and what the wallet does afterwards is told all the same. */
    async leave(): Promise<void> {
      const wasWaited = newest()?.truth === 'open' && newest()?.isWaited
      const wasAsked = open() !== undefined
      feature.leave()
      await rest()
      const { toasts } = kernel.get(Notifications).state
      const warnings = toasts.filter(
        ({ message }) => typeof message === 'object' && message.key === 'WALLET_LEFT_ASKED',
      )
      if (wasWaited) expect(warnings, 'the wallet left').toHaveLength(1)
      // It may be told, too, of a request that nobody waits for.
      else expect(warnings.length, 'the wallet left').toBeLessThanOrEqual(wasAsked ? 1 : 0)
      for (const request of requests) request.isWaited = false
      while (open()) await answer('sent', 'sent')
      check('leave')
    },
  }
}

/** How many lives are lived: so many with the other tests, and `PAYMENT_LIVES` in `npm run attack`. */
export function paymentLives(usual = 30): number {
  const given = Number(process.env['PAYMENT_LIVES'] ?? usual)
  if (!Number.isInteger(given) || given < 1) throw new Error('PAYMENT_LIVES must be a whole number above 0.')
  return given
}

/** Requests that a wallet holds until the test answers, and what the chain makes of what was sent. */
export function createWalletHand<Decision>(
  decisionOf: (status: 'confirmed' | 'failed', id: string) => Decision,
) {
  const open: { resolve(id: string): void; reject(cause: unknown): void }[] = []
  const decisions = new Map<
    string,
    { readonly promise: Promise<Decision>; decide(decision: Decision): void }
  >()
  let given = 0
  let sent = 0
  const hand: WalletHand = {
    requests: () => given,
    answer(how) {
      const request = open.shift()
      if (!request) throw new Error('The wallet was not asked.')
      if (how !== 'sent') return request.reject(how.reject)
      sent += 1
      request.resolve(`0x${String(sent).padStart(64, '0')}`)
    },
    decide(status) {
      const newest = [...decisions].at(-1)
      if (!newest) throw new Error('Nothing was sent.')
      const [id, { decide }] = newest
      decide(decisionOf(status, id))
    },
  }
  return {
    hand,
    /** What `submit` of something prepared does. */
    request: (): Promise<string> =>
      new Promise((resolve, reject) => {
        given += 1
        open.push({ resolve, reject })
      }),
    /** What `wait` of something sent does. */
    decision(id: string): Promise<Decision> {
      const known = decisions.get(id)
      if (known) return known.promise
      let decide: (decision: Decision) => void = () => {}
      const promise = new Promise<Decision>((resolve) => {
        decide = resolve
      })
      decisions.set(id, { promise, decide })
      return promise
    },
  }
}
