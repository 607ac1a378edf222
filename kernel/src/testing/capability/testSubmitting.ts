import { Send, type SubmittedTransaction } from '../../contracts/capabilities/send.js'
import { describeFound } from '../describeFound.js'
import { hostileErrors } from '../hostileErrors.js'
import { check, failureInTime, pause } from '../suite.js'
import { answerOf, type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'
import { checkDecision } from './checkDecision.js'
import { checkRejected } from './checkRejected.js'
import { rubbish } from './rubbish.js'
import { sendRequest } from './sendRequest.js'

/** Milliseconds in which a plugin that asks at each press would have asked. */
const pressTime = 40

/** How a prepared send is handed to the wallet, and what is told of it. */
export function testSubmitting({ test }: CapabilityTests): void {
  test('send', 'opens the wallet once, however often the button is pressed', async (run) => {
    const prepared = await prepare(run)
    if (!prepared) return
    const before = run.harness.prompts?.() ?? 0
    const submit = () => answerOf('submit() of Send', () => prepared.answer.submit(), run.limit)
    const [first, second] = await Promise.all([submit(), submit()])
    const third = await submit()
    const count = run.harness.prompts && run.harness.prompts() - before
    check(
      count === undefined || count === 1,
      `the wallet to be opened once for three presses, found ${count} requests`,
      'answer the same promise while a submit is under way and after it, for example with `submitOnce`',
    )
    check(
      first.id === second.id && first.id === third.id,
      `one transaction for three presses, found ${[first.id, second.id, third.id].join(', ')}`,
      'answer the same promise while a submit is under way and after it, for example with `submitOnce`',
    )
    const told = prepared.raw.isHandedOver?.() ?? true
    check(
      told === true,
      `isHandedOver() to be true after submit(), found ${describeFound(told)}`,
      'set it right before the wallet gets the request',
    )
  })

  test('send', 'opens the wallet once while it does not answer', async (run) => {
    const prepared = await prepare(run)
    if (!prepared || !run.harness.hang) return
    const before = run.harness.prompts?.() ?? 0
    run.harness.hang()
    // Neither is answered, and nobody waits for them.
    for (const _ of [1, 2]) void prepared.answer.submit().catch(() => {})
    await pause(pressTime)
    const count = run.harness.prompts && run.harness.prompts() - before
    check(
      count === undefined || count <= 1,
      `the wallet to be opened once while it does not answer, found ${count} requests`,
      'answer the same promise while a submit is under way, for example with `submitOnce`',
    )
  })

  testWalletFaults({ test })
  testDecisions({ test })
  testFollowing({ test })
}

function testWalletFaults({ test }: CapabilityTests): void {
  test('send', 'says USER_REJECTED when the person declines', async (run) => {
    const prepared = await prepare(run)
    if (!prepared || !run.harness.reject) return
    run.harness.reject()
    const code = await codedFailure(() => prepared.answer.submit(), 'submit() of Send', run.limit)
    checkRejected(code, 'submit() of Send')
  })

  test('send', 'takes no rubbish for a transaction, and says that money may have left', async (run) => {
    if (!run.harness.answers) return
    for (const value of rubbish) {
      const prepared = await prepare(run)
      if (!prepared) return
      run.harness.answers(value)
      const call = `submit() of Send when the wallet answers ${JSON.stringify(value) ?? 'undefined'}`
      await codedFailure(() => Promise.resolve(prepared.raw.submit()), call, run.limit)
      const told = prepared.raw.isHandedOver?.() ?? true
      check(
        told === true,
        `isHandedOver() to be true once the wallet was asked, found ${describeFound(told)}`,
        'keep it true whatever the wallet answers: money may have left',
      )
    }
  })

  test('send', 'says it in an error of ours, whatever the wallet throws', async (run) => {
    if (!run.harness.throws) return
    for (const [name, error] of hostileErrors()) {
      const prepared = await prepare(run)
      if (!prepared) return
      run.harness.throws(error)
      const call = `submit() of Send when the wallet throws ${name}`
      await codedFailure(() => Promise.resolve(prepared.raw.submit()), call, run.limit)
    }
  })
}

function testDecisions({ test }: CapabilityTests): void {
  for (const status of ['confirmed', 'failed'] as const) {
    test('send', `says ${status} once the chain has decided so, and not before`, async (run) => {
      const submitted = await send(run)
      if (submitted) await checkDecision(run, submitted, status, 'wait() of Send')
    })
  }

  test('send', 'gives up waiting for the chain when the signal is aborted', async (run) => {
    const submitted = await send(run)
    if (!submitted) return
    const controller = new AbortController()
    const pending = submitted.wait(controller.signal)
    controller.abort()
    const call = 'wait() whose signal was aborted'
    await failureInTime(call, () => pending, run.limit, 'race the chain with `untilAborted`')
  })
}

function testFollowing({ test }: CapabilityTests): void {
  test('send', 'takes up the waiting for a transaction of an earlier page without a wallet', async (run) => {
    const capability = run.find(Send)
    if (!capability?.follow) return
    const submitted = await send(run)
    if (!submitted) return
    const trail = await answerOf('`trail`', () => submitted.trail, run.limit)
    const { networkId, account } = run.harness
    const request = {
      networkId,
      from: account.address,
      id: submitted.id,
      sentAt: Date.now(),
      ...(trail !== undefined && { trail }),
    }
    const followed = (await run.ask(Send, 'follow', request)).answer
    check(
      followed.id === submitted.id,
      `follow() to take up "${submitted.id}", found "${followed.id}"`,
      'answer the transaction that was asked for',
    )
    await checkDecision(run, followed, 'confirmed', 'wait() of follow()')
  })
}

/** Prepares a send of the harness's amount, where it can. */
export async function prepare(run: CapabilityRun) {
  const request = sendRequest(run)
  return request && run.ask(Send, 'prepare', request)
}

/** Sends the harness's amount, where it can. */
export async function submit(run: CapabilityRun): Promise<SubmittedTransaction | undefined> {
  const prepared = await prepare(run)
  return prepared && answerOf('submit() of Send', () => prepared.answer.submit(), run.limit)
}

/** Sends, where the chain can be steered. */
export async function send(run: CapabilityRun): Promise<SubmittedTransaction | undefined> {
  return run.harness.decide && submit(run)
}
