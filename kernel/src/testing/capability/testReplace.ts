import {
  type PendingRequest,
  type PreparedReplacement,
  Replace,
  type SubmittedReplacement,
} from '../../contracts/capabilities/replace.js'
import { Send } from '../../contracts/capabilities/send.js'
import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import {
  type Asked,
  answerOf,
  type CapabilityRun,
  type CapabilityTests,
  codedFailure,
} from './runCapability.js'
import { decideHint } from './chainHints.js'
import { checkUndecided } from './checkUndecided.js'
import { checkRejected } from './checkRejected.js'
import { sendRequest } from './sendRequest.js'
import { checkCoin } from './testReads.js'

/** How a payment that waits is replaced. The suite sends one first, so that it needs `Send` and a chain that can be steered. */
export function testReplace(tests: CapabilityTests): void {
  testFinding(tests)
  testPreparing(tests)
  testReplacing(tests)
  testTaking(tests)
}

const lookUp =
  'look it up on the chain first, and see that `decide` of the harness has the chain take the transaction'

function testFinding({ test }: CapabilityTests): void {
  test('replace', 'finds what can be done about a payment that waits', async (run) => {
    const pending = await sendOne(run)
    if (!pending) return
    const { answer } = await run.ask(Replace, 'find', pending)
    checkCoin(run, answer.fee, 'the fee of find()')
    check(
      answer.ways.length > 0,
      'a way to replace a payment that waits, found none',
      'say `faster` or `cancel`, or carry no `Replace`',
    )
    check(
      answer.record.id === pending.id && answer.record.networkId === pending.networkId,
      `the record of "${pending.id}" on ${pending.networkId}, found "${answer.record.id}" on ${answer.record.networkId}`,
      'tell the transaction that was asked for',
    )
  })

  test('replace', 'refuses what the chain has taken, and what it doesn’t have', async (run) => {
    const pending = await sendOne(run)
    const capability = run.find(Replace)
    if (!pending || !capability) return
    await run.harness.decide?.(pending.id, 'confirmed')
    const { noTransaction } = run.harness.inputs
    for (const [id, what, code] of [
      [pending.id, 'a transaction that the chain has taken', 'TRANSACTION_DECIDED'],
      ...(noTransaction === undefined
        ? []
        : [[noTransaction, 'a transaction that the chain doesn’t have', 'TRANSACTION_NOT_FOUND']]),
    ] as const) {
      const found = await codedFailure(
        () => capability.find({ ...pending, id: id as string }),
        `find() of ${what}`,
        run.limit,
        lookUp,
      )
      check(found === code, `the code ${code} for ${what}, found ${found}`, lookUp)
    }
  })
}

function testPreparing({ test }: CapabilityTests): void {
  test('replace', 'prepares each way with a higher fee, without opening the wallet', async (run) => {
    const pending = await sendOne(run)
    if (!pending) return
    const facts = (await run.ask(Replace, 'find', pending)).answer
    for (const way of facts.ways) {
      const { raw, answer } = await run.ask(Replace, 'prepare', { ...pending, way })
      checkCoin(run, answer.fee, `the fee of prepare() of "${way}"`)
      check(
        answer.way === way,
        `prepare() to prepare "${way}", found "${answer.way}"`,
        'answer the way that was asked for',
      )
      check(
        answer.previousFee.value === facts.fee.value,
        `\`previousFee\` to be ${facts.fee.value}, which find() says, found ${answer.previousFee.value}`,
        'read both from the transaction that waits',
      )
      check(
        way === 'child' || answer.fee.value > answer.previousFee.value,
        `the fee of "${way}" to be above ${answer.previousFee.value}, found ${answer.fee.value}`,
        'pay more than before: no chain takes the same again',
      )
      const told = raw.isHandedOver()
      check(
        told === false,
        `isHandedOver() of a replacement to be false before submit(), found ${describeFound(told)}`,
        'set it right before the wallet gets the request',
      )
    }
  })
}

function testReplacing({ test }: CapabilityTests): void {
  test('replace', 'opens the wallet once, however often the button is pressed', async (run) => {
    const prepared = await prepareOne(run)
    if (!prepared) return
    const before = run.harness.prompts?.() ?? 0
    const submit = () => answerOf('submit() of Replace', () => prepared.answer.submit(), run.limit)
    const [first, second] = await Promise.all([submit(), submit()])
    const count = run.harness.prompts && run.harness.prompts() - before
    check(
      first.id === second.id && (count === undefined || count === 1),
      `one replacement and one request for two presses, found "${first.id}", "${second.id}" and ${count} requests`,
      'answer the same promise while a submit is under way and after it, for example with `submitOnce`',
    )
    const told = prepared.raw.isHandedOver()
    check(
      told === true,
      `isHandedOver() of a replacement to be true after submit(), found ${describeFound(told)}`,
      'set it right before the wallet gets the request',
    )
  })

  test('replace', 'says USER_REJECTED when the person declines', async (run) => {
    if (!run.harness.reject) return
    const prepared = await prepareOne(run)
    if (!prepared) return
    run.harness.reject()
    const code = await codedFailure(() => prepared.answer.submit(), 'submit() of Replace', run.limit)
    checkRejected(code, 'submit() of Replace')
  })
}

function testTaking({ test }: CapabilityTests): void {
  for (const which of ['replacement', 'original'] as const) {
    test(
      'replace',
      `says that the ${which} was taken once the chain took it, and not before`,
      async (run) => {
        const replaced = await replaceOne(run)
        if (!replaced) return
        const { submitted, pending } = replaced
        await checkTaken(run, submitted, which === 'original' ? pending.id : submitted.id, which)
      },
    )
  }

  test(
    'replace',
    'takes up the waiting for a replacement of an earlier page without a wallet',
    async (run) => {
      const replaced = await replaceOne(run)
      if (!replaced) return
      const { submitted, pending, way } = replaced
      const request = {
        networkId: pending.networkId,
        from: pending.from.address,
        id: submitted.id,
        replaced: pending.id,
        way,
        sentAt: Date.now(),
      }
      const followed = (await run.ask(Replace, 'follow', request)).answer
      await checkTaken(run, followed, submitted.id, 'replacement')
    },
  )
}

async function checkTaken(
  run: CapabilityRun,
  { wait }: SubmittedReplacement,
  id: string,
  which: 'replacement' | 'original',
): Promise<void> {
  const pending = wait()
  await checkUndecided(pending, 'wait() of Replace')
  await run.harness.decide?.(id, 'confirmed')
  const decision = await answerOf('wait() of Replace', () => pending, run.limit, decideHint)
  check(
    decision.which === which && decision.taken === id && decision.status === 'confirmed',
    `wait() of Replace to say that the ${which} "${id}" was confirmed, found the ${decision.which} "${decision.taken}" ${decision.status}`,
    'follow both transactions, and tell which one the chain took',
  )
}

/** Sends a payment that waits, where the namespace can replace one and the chain can be steered. */
async function sendOne(run: CapabilityRun): Promise<PendingRequest | undefined> {
  const request = run.find(Replace) && run.harness.decide && sendRequest(run)
  if (!request) return undefined
  const { answer } = await run.ask(Send, 'prepare', request)
  const { id } = await answerOf('submit() of Send', () => answer.submit(), run.limit)
  const { networkId, account, provider } = run.harness
  return { networkId, from: account, id, provider }
}

interface Prepared extends Asked<PreparedReplacement> {
  readonly pending: PendingRequest
}

async function prepareOne(run: CapabilityRun): Promise<Prepared | undefined> {
  const pending = await sendOne(run)
  if (!pending) return undefined
  const { ways } = (await run.ask(Replace, 'find', pending)).answer
  const way = ways.find((each) => each !== 'child')
  if (!way) return undefined
  return { pending, ...(await run.ask(Replace, 'prepare', { ...pending, way })) }
}

async function replaceOne(run: CapabilityRun) {
  const prepared = await prepareOne(run)
  if (!prepared) return undefined
  const { pending, answer } = prepared
  const submitted = await answerOf('submit() of Replace', () => answer.submit(), run.limit)
  return { pending, submitted, way: answer.way }
}
