import { Balance } from '../../contracts/capabilities/balance.js'
import { Send } from '../../contracts/capabilities/send.js'
import { describeFound } from '../describeFound.js'
import { check, failureInTime } from '../suite.js'
import { type CapabilityTests, codedFailure } from './runCapability.js'
import { sendRequest } from './sendRequest.js'
import { testMoney } from './testMoney.js'
import { testSubmitting } from './testSubmitting.js'
import { addressed, checkCoin } from './testReads.js'

/** How a send is prepared. */
export function testSend(tests: CapabilityTests): void {
  const { test } = tests
  test('send', 'prepares without opening the wallet, and says the fee in the coin', async (run) => {
    const request = sendRequest(run)
    if (!request) return
    const { raw, answer } = await run.ask(Send, 'prepare', request)
    checkCoin(run, answer.fee, 'the fee of prepare()')
    const told = raw.isHandedOver?.() ?? false
    check(
      told === false,
      `isHandedOver() to be false before submit(), found ${describeFound(told)}`,
      'set it right before the wallet gets the request',
    )
  })

  test('send', 'says the most that can be sent, and no more than the account holds', async (run) => {
    const request = sendRequest(run)
    if (!request) return
    const { answer } = await run.ask(Send, 'maximum', request)
    checkCoin(run, answer, 'maximum() of Send')
    check(
      answer.value >= request.amount,
      `maximum() to be at least ${request.amount}, which the account can send, found ${answer.value}`,
      'answer what `prepare` would take, in the coin’s smallest unit',
    )
    const balance = run.find(Balance) && (await run.ask(Balance, 'native', addressed(run))).answer
    check(
      balance === undefined || answer.value <= balance.value,
      `maximum() to be at most ${balance?.value}, which the account holds, found ${answer.value}`,
      'take the fee and what must stay from the balance',
    )
    if (!run.find(Send)?.reserve) return
    const reserve = await run.ask(Send, 'reserve', request)
    checkCoin(run, reserve.answer, 'reserve() of Send')
  })

  test('send', 'leaves nothing behind but what must stay when everything is sent', async (run) => {
    const request = sendRequest(run)
    if (!request || !run.find(Balance)) return
    const balance = (await run.ask(Balance, 'native', addressed(run))).answer
    const most = (await run.ask(Send, 'maximum', request)).answer
    const everything = { ...request, amount: most.value, everything: true }
    const { amount = most, fee } = (await run.ask(Send, 'prepare', everything)).answer
    check(
      amount.value + fee.value <= balance.value,
      `everything and its fee to be at most ${balance.value}, found ${amount.value} and ${fee.value}`,
      'say in `amount` what is left to send after the fee',
    )
  })

  testRefusing(tests)
  testSubmitting(tests)
  testMoney(tests)
}

function testRefusing({ test }: CapabilityTests): void {
  test('send', 'refuses what can’t work before the wallet is opened', async (run) => {
    const request = sendRequest(run)
    const send = run.find(Send)
    if (!request || !send) return
    const before = run.harness.prompts?.()
    const refused = (what: string, change: object) =>
      codedFailure(() => send.prepare({ ...request, ...change }), `prepare() ${what}`, run.limit)
    await refused('of a negative amount', { amount: -1n })
    await refused('to what is no address', { to: 'nobody' })
    if (run.find(Balance)) {
      const { value } = (await run.ask(Balance, 'native', addressed(run))).answer
      await refused('of more than the account holds', { amount: value + 1n })
    }
    check(run.harness.prompts?.() === before, 'no wallet to be opened by prepare()', 'check before you ask')
  })

  test('send', 'gives up preparing when the signal is aborted', async (run) => {
    const request = sendRequest(run)
    if (!request || !run.harness.nodeHangs) return
    run.harness.nodeHangs()
    const controller = new AbortController()
    const pending = Promise.resolve(run.find(Send)?.prepare({ ...request, signal: controller.signal }))
    controller.abort()
    const call = 'prepare() whose signal was aborted'
    await failureInTime(call, () => pending, run.limit, 'pass the signal on, or race with `untilAborted`')
  })

  test('send', 'says in a coded error that the node failed', async (run) => {
    const request = sendRequest(run)
    const send = run.find(Send)
    if (!request || !send || !run.harness.nodeFails) return
    run.harness.nodeFails()
    await codedFailure(() => send.prepare(request), 'prepare() with a failing node', run.limit)
  })
}
