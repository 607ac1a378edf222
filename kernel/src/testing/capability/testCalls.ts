import {
  Calls,
  type CallsRequest,
  type CallsStep,
  type PreparedCalls,
} from '../../contracts/capabilities/calls.js'
import { describeFound } from '../describeFound.js'
import { check, pause } from '../suite.js'
import {
  type Asked,
  answerOf,
  type CapabilityRun,
  type CapabilityTests,
  codedFailure,
} from './runCapability.js'
import { decideHint } from './chainHints.js'
import { checkCoin } from './testReads.js'
import { checkDecision } from './checkDecision.js'
import { checkRejected } from './checkRejected.js'

const settleTime = 40

/** How several calls are prepared and done. */
export function testCalls(tests: CapabilityTests): void {
  const { test } = tests
  test('calls', 'prepares without opening the wallet, and says how often it will open', async (run) => {
    const request = callsRequest(run)
    if (!request) return
    const { raw, answer } = await run.ask(Calls, 'prepare', request)
    checkCoin(run, answer.fee, 'the fee of prepare()')
    const { atomic, steps } = answer
    const most = atomic ? 1 : request.calls.length
    check(
      steps <= most,
      `at most ${most} steps for ${request.calls.length} calls that are ${atomic ? '' : 'not '}atomic, found ${steps}`,
      'count one step for each opening of the wallet',
    )
    check(
      raw.isHandedOver() === false,
      `isHandedOver() of calls to be false before submit(), found ${describeFound(raw.isHandedOver())}`,
      'set it right before the wallet gets the request',
    )
  })

  testRefusing(tests)
  testDoing(tests)
  testFailing(tests)
}

function testRefusing({ test }: CapabilityTests): void {
  test('calls', 'does required calls all at once, or refuses them', async (run) => {
    const request = callsRequest(run)
    const capability = run.find(Calls)
    if (!request || !capability) return
    const { atomic } = (await run.ask(Calls, 'support', request)).answer
    const required = { ...request, atomic: 'required' } as const
    if (atomic === 'supported') {
      const { answer } = await run.ask(Calls, 'prepare', required)
      check(
        answer.atomic && answer.steps === 1,
        `required calls to be atomic in one step, found atomic ${answer.atomic} in ${answer.steps}`,
        'ask the wallet for all of them together',
      )
      return
    }
    const code = await codedFailure(
      () => capability.prepare(required),
      'prepare() of required calls',
      run.limit,
    )
    const expected = atomic === 'ready' ? 'ACCOUNT_UPGRADE_NEEDED' : 'ATOMIC_UNAVAILABLE'
    check(
      code === expected,
      `the code ${expected} for required calls, found ${code}`,
      'never do required calls one after the other',
    )
  })

  test('calls', 'refuses a call that the namespace doesn’t know', async (run) => {
    const request = callsRequest(run)
    const capability = run.find(Calls)
    const { invalidCall } = run.harness.inputs
    if (!request || !capability || invalidCall === undefined) return
    const invalid = { ...request, calls: [...request.calls, invalidCall] }
    const code = await codedFailure(
      () => capability.prepare(invalid),
      'prepare() of an invalid call',
      run.limit,
    )
    check(
      code === 'CALLS_INVALID',
      `the code CALLS_INVALID for an invalid call, found ${code}`,
      'check each call before you use it',
    )
  })
}

function testDoing({ test }: CapabilityTests): void {
  test(
    'calls',
    'opens the wallet once for each step, in order, when the chain has taken the one before',
    async (run) => {
      const prepared = await prepare(run)
      if (!prepared || !run.harness.decide) return
      const before = run.harness.prompts?.() ?? 0
      const { told, submitted } = press(prepared)
      // A second press while it is under way is the same press.
      const again = prepared.answer.submit()
      again.catch(() => {})
      const { steps } = prepared.answer
      for (let index = 0; index < steps - 1; index += 1) await checkStep(run, told, index, before)
      const { id } = await answerOf('submit() of Calls', () => submitted, run.limit, decideHint)
      const count = run.harness.prompts && run.harness.prompts() - before
      check(
        count === undefined || count === steps,
        `the wallet to be opened ${steps} times, once for each step, found ${count}`,
        'ask once for each step, however often submit() is called',
      )
      check(
        (await again).id === id,
        `one answer for two presses, found "${(await again).id}"`,
        'use `submitSteps`',
      )
      await checkDecision(run, await submitted, 'confirmed', 'wait() of Calls')
    },
  )
}

/** Waits until a step is sent, checks that the next waits for the chain, and has the chain take it. */
async function checkStep(
  run: CapabilityRun,
  told: readonly CallsStep[],
  index: number,
  before: number,
): Promise<void> {
  const id = await sentId(run, told, index)
  await pause(settleTime)
  checkNotConfirmed(told, index)
  const count = (run.harness.prompts?.() ?? before) - before
  check(
    count <= index + 1,
    `step ${index + 1} to wait until the chain has taken the one before, found ${count} requests`,
    'ask for a later step once the one before is confirmed',
  )
  await run.harness.decide?.(id, 'confirmed')
}

function testFailing({ test }: CapabilityTests): void {
  test(
    'calls',
    'tells no step as confirmed that the chain refused, and asks for none after it',
    async (run) => {
      const prepared = await prepare(run)
      if (!prepared || !run.harness.decide || prepared.answer.steps < 2) return
      const { told, submitted } = press(prepared)
      const id = await sentId(run, told, 0)
      const before = run.harness.prompts?.()
      await run.harness.decide(id, 'failed')
      await codedFailure(() => submitted, 'submit() of Calls whose first step failed', run.limit, decideHint)
      checkNotConfirmed(told, 0)
      check(
        run.harness.prompts?.() === before,
        'no wallet to be opened after a step failed',
        'stop at the first step that the chain refuses',
      )
    },
  )

  test('calls', 'says USER_REJECTED when the person declines the first step', async (run) => {
    const prepared = await prepare(run)
    if (!prepared || !run.harness.reject) return
    run.harness.reject()
    const code = await codedFailure(() => prepared.answer.submit(), 'submit() of Calls', run.limit)
    checkRejected(code, 'submit() of Calls')
  })

  test('calls', 'says that a part was done when the person declines a later step', async (run) => {
    const prepared = await prepare(run)
    if (!prepared || !run.harness.decide || !run.harness.reject || prepared.answer.steps < 2) return
    const { told, submitted } = press(prepared)
    const id = await sentId(run, told, 0)
    run.harness.reject()
    await run.harness.decide(id, 'confirmed')
    const code = await codedFailure(() => submitted, 'submit() of Calls', run.limit, decideHint)
    check(
      code === 'CALLS_PARTLY_SENT',
      `the code CALLS_PARTLY_SENT when a later step is declined, found ${code}`,
      'throw a `CallsPartlySentError` that says what was done',
    )
  })
}

async function prepare(run: CapabilityRun): Promise<Asked<PreparedCalls> | undefined> {
  const request = callsRequest(run)
  return request && run.ask(Calls, 'prepare', request)
}

/** Presses the button, and keeps what is told of the steps. */
function press({ answer }: Asked<PreparedCalls>) {
  const told: CallsStep[] = []
  const submitted = answer.submit({ onStep: (step) => void told.push(step) })
  // The outcome is read by the caller that waits for it.
  submitted.catch(() => {})
  return { told, submitted }
}

async function sentId(run: CapabilityRun, told: readonly CallsStep[], index: number): Promise<string> {
  const find = () => told.find((step) => step.index === index && step.status === 'sent')?.submitted?.id
  const step = 5
  for (let waited = 0; waited < run.limit && find() === undefined; waited += step) await pause(step)
  const id = find()
  check(
    id !== undefined,
    `step ${index} to be told as sent with what was sent, found ${describeFound(told.map(({ status }) => status))}`,
    `call onStep with \`sent\` and \`submitted\` when the wallet has answered${index === 0 ? '' : `; ${decideHint}`}`,
  )
  return id
}

function checkNotConfirmed(told: readonly CallsStep[], index: number): void {
  const confirmed = told.some((step) => step.index === index && step.status === 'confirmed')
  check(
    !confirmed,
    `step ${index} not to be told as confirmed, found that it was, and the chain has not taken it`,
    'tell `confirmed` only once the chain has taken the step',
  )
}

function callsRequest(run: CapabilityRun): CallsRequest<unknown> | undefined {
  const { networkId, account, provider, inputs } = run.harness
  if (!run.find(Calls) || !inputs.calls) return undefined
  return { networkId, from: account, provider, calls: inputs.calls }
}
