import { Balance } from '../../contracts/capabilities/balance.js'
import { Send } from '../../contracts/capabilities/send.js'
import { isKernelError } from '../../errors/base.js'
import { describeFound } from '../describeFound.js'
import { answerInTime, check } from '../suite.js'
import { decideHint, expireHint } from './chainHints.js'
import { checkDecision } from './checkDecision.js'
import { checkUndecided } from './checkUndecided.js'
import { answerOf, type CapabilityRun, type CapabilityTests } from './runCapability.js'
import { sendRequest } from './sendRequest.js'
import { addressed } from './testReads.js'
import { prepare, send, submit } from './testSubmitting.js'

/** Holds what is told of a send to what the chain itself says. */
export function testMoney(tests: CapabilityTests): void {
  testMoved(tests)
  testEverything(tests)
  testRefused(tests)
  testExpired(tests)
}

function testMoved({ test }: CapabilityTests): void {
  test('send', 'pays the receiver what was asked for', async (run) => {
    const { balanceOf, inputs } = run.harness
    const { receiver, amount } = inputs
    if (!balanceOf || receiver === undefined || amount === undefined) return
    const before = await balanceOf(receiver)
    const submitted = await send(run)
    if (!submitted) return
    await checkDecision(run, submitted, 'confirmed', 'wait() of Send')
    const paid = (await balanceOf(receiver)) - before
    check(
      paid === amount,
      `the receiver to have ${amount} more once the chain has decided, found ${paid}`,
      'hand the wallet the receiver and the amount of the request, and look at what it signed',
    )
  })

  test('send', 'takes no more from the account than the amount and the fee', async (run) => {
    const { balanceOf, account, inputs } = run.harness
    if (!balanceOf || !run.harness.decide) return
    const prepared = await prepare(run)
    if (!prepared || inputs.amount === undefined) return
    const { fee, feePayer } = prepared.answer
    if (feePayer !== undefined) return
    const before = await balanceOf(account.address)
    const submitted = await answerOf('submit() of Send', () => prepared.answer.submit(), run.limit)
    await checkDecision(run, submitted, 'confirmed', 'wait() of Send')
    const taken = before - (await balanceOf(account.address))
    check(
      taken <= inputs.amount + fee.value,
      `at most ${inputs.amount} and the fee of ${fee.value} to leave the account, found ${taken}`,
      'say in `fee` the most that the chain can charge, and hand each payment in once',
    )
  })

  test('balance', 'reads the coin that the chain itself has, also after it has moved', async (run) => {
    const { balanceOf, account } = run.harness
    if (!run.find(Balance) || !balanceOf) return
    await checkBalance(run, balanceOf, account.address)
    const submitted = await send(run)
    if (!submitted) return
    await checkDecision(run, submitted, 'confirmed', 'wait() of Send')
    await checkBalance(run, balanceOf, account.address)
  })
}

async function checkBalance(
  run: CapabilityRun,
  balanceOf: NonNullable<CapabilityRun['harness']['balanceOf']>,
  address: string,
): Promise<void> {
  const { value } = (await run.ask(Balance, 'native', addressed(run))).answer
  const held = await balanceOf(address)
  check(
    value === held,
    `native() of Balance to read ${held}, which the account has on the chain, found ${value}`,
    'read the node each time, in the coin’s smallest unit',
  )
}

function testEverything({ test }: CapabilityTests): void {
  test('send', 'sends all that it said can be sent', async (run) => {
    const request = sendRequest(run)
    const { balanceOf, decide } = run.harness
    if (!request || !balanceOf || !decide) return
    const most = (await run.ask(Send, 'maximum', request)).answer
    const before = await balanceOf(request.to)
    const everything = { ...request, amount: most.value, everything: true }
    const prepared = (await run.ask(Send, 'prepare', everything)).answer
    const submitted = await answerOf('submit() of everything', () => prepared.submit(), run.limit)
    await checkDecision(run, submitted, 'confirmed', 'wait() of everything')
    const { value } = prepared.amount ?? most
    const paid = (await balanceOf(request.to)) - before
    check(
      paid === value,
      `the receiver to have ${value} more, which prepare() said of everything, found ${paid}`,
      'leave in the account what the chain wants there, and say the rest in `maximum` and in `amount`',
    )
  })
}

function testRefused({ test }: CapabilityTests): void {
  test('send', 'takes no other payment of the wallet for the one that it asked for', async (run) => {
    const prepared = run.harness.paysAnother && (await prepare(run))
    if (!prepared) return
    run.harness.paysAnother?.()
    const call = 'submit() of Send when the wallet pays somebody else'
    const wait = async () => {
      const submitted = await prepared.answer.submit()
      await run.harness.decide?.(submitted.id, 'confirmed')
      const { status, outcome } = await submitted.wait()
      return { status: outcome === 'unknown' ? 'failed' : status }
    }
    const mend = `compare what the wallet signed before you hand it in, or what the chain took with what was asked for, and say \`different\`; ${decideHint}`
    await checkFailed(run, call, wait, mend)
  })

  test('send', 'says that the node refused what it was handed', async (run) => {
    const prepared = run.harness.nodeRefuses && (await prepare(run))
    if (!prepared) return
    run.harness.nodeRefuses?.()
    const call = 'submit() of Send when the node refuses the transaction'
    const wait = async () => (await prepared.answer.submit()).wait()
    const mend = 'read the node’s answer to the transaction, and throw what it says in a coded error'
    await checkFailed(run, call, wait, mend)
  })
}

function testExpired({ test }: CapabilityTests): void {
  test('send', 'says of what the chain can no longer take that it failed', async (run) => {
    const submitted = run.harness.expire && (await submit(run))
    if (!submitted) return
    const call = 'wait() of a transaction whose time has passed'
    const pending = submitted.wait()
    await checkUndecided(pending, 'wait() of Send')
    await run.harness.expire?.(submitted.id)
    await checkFailed(run, call, () => pending, expireHint)
  })
}

/** Checks that something is told to have failed: by the status, or by one of our errors. */
async function checkFailed(
  { limit }: CapabilityRun,
  call: string,
  wait: () => Promise<{ readonly status: string }>,
  mend: string,
): Promise<void> {
  const read = async () => {
    try {
      return (await wait()).status
    } catch (error) {
      return isKernelError(error) ? 'failed' : error
    }
  }
  const told = await answerInTime(call, read, limit, mend)
  check(told === 'failed', `${call} to reject, or wait() to say "failed", found ${describeFound(told)}`, mend)
}
