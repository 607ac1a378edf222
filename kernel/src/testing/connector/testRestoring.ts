import { holdWallet } from './holdWallet.js'
import type { Connection } from '../../contracts/points/connector.js'
import { describeFound } from '../describeFound.js'
import { answerInTime, check, pause } from '../suite.js'
import { checkAccounts } from './checkAccounts.js'
import { checkQuiet, settleTime } from './checkQuiet.js'
import type { ConnectorRun, ConnectorTests } from './runConnector.js'

/** How a session is taken up again after a reload. */
export function testRestoring({ test }: ConnectorTests): void {
  test('restore', 'takes up an earlier session without asking the person', async (run) => {
    if (!run.harness.connector.restore) return
    const connection = await run.connect()
    const first = addressesOf(connection)
    connection.release?.()
    const prompts = run.harness.prompts?.()
    const restored = await restoreSound(run)
    checkUnasked(run, prompts)
    check(
      describeFound(addressesOf(restored)) === describeFound(first),
      `the accounts of the session, ${first.join(', ')}, found ${addressesOf(restored).join(', ')}`,
      'restore what the wallet shares now',
    )
    await run.disconnect(restored)
  })

  test('restore', 'takes up the account that the wallet has moved to meanwhile', async (run) => {
    if (!run.harness.connector.restore || !run.harness.changeAccount) return
    const connection = await run.connect()
    connection.release?.()
    await run.change('account')
    const [found] = addressesOf(await restoreSound(run))
    const [expected] = addressesOf(await run.connect())
    check(
      found === expected,
      `the account that the wallet shares now, ${expected}, found ${found}`,
      'read the accounts anew in restore(), and keep none from before',
    )
  })

  test('forgotten', 'asks nobody where the wallet has not let the page in', async (run) => {
    await checkNoSession(run)
  })

  test('forgotten', 'asks nobody once the wallet has forgotten the page', async (run) => {
    if (!run.harness.connector.restore || !run.harness.forget) return
    const connection = await run.connect()
    connection.release?.()
    run.harness.forget()
    const restored = await checkNoSession(run)
    check(
      restored === undefined,
      'restore() to answer undefined where the wallet has forgotten the page, found a session',
      'ask the wallet without a prompt what it shares, and keep no accounts of your own',
    )
  })

  testHeldRestore({ test })
}

function testHeldRestore({ test }: Pick<ConnectorTests, 'test'>): void {
  test('restore', 'gives up when the signal is aborted, and takes no late answer', async (run) => {
    const { harness, ask, controller, limit } = run
    if (!harness.connector.restore || !harness.hold) return
    const before = harness.listeners?.()
    const connection = await run.connect()
    connection.release?.()
    const release = holdWallet(harness)
    const pending = ask('restore').catch(() => undefined)
    await pause(settleTime)
    controller.abort()
    const call = 'restore() whose signal was aborted'
    const found = await answerInTime(call, () => pending, limit, 'race the wallet with `untilAborted`')
    // A wallet that is asked for nothing when a session is restored has nothing to hold back.
    found?.release?.()
    await release()
    await checkQuiet(run, before, 'restore() was given up')
  })

  test('restore', 'listens to a wallet without asking it, until it is told to stop', async (run) => {
    const { connector, prompts, listeners } = run.harness
    if (!connector.listen) return
    const before = { prompts: prompts?.(), listeners: listeners?.() }
    const controller = new AbortController()
    const { namespace, networkIds, limit } = run
    const request = { namespaces: [namespace], networkIds, signal: controller.signal, onShared() {} }
    await answerInTime('listen()', () => connector.listen?.(request), limit)
    checkUnasked(run, before.prompts)
    controller.abort()
    await checkQuiet(run, before.listeners, 'listen() was told to stop')
  })
}

const addressesOf = ({ accounts }: Connection): readonly string[] => accounts.map(({ address }) => address)

async function restoreSound(run: ConnectorRun): Promise<Connection> {
  const restored = await run.restore()
  check(
    restored,
    'the session to be taken up, found undefined',
    'answer a connection where the wallet still shares its accounts',
  )
  checkAccounts(restored.accounts, run)
  return restored
}

function checkUnasked({ harness }: ConnectorRun, before: number | undefined): void {
  check(
    harness.prompts?.() === before,
    'nobody to be asked when a session is taken up',
    'ask only what the wallet answers without a prompt',
  )
}

/** Restores where there may be no session: that asks nobody and is no failure. */
async function checkNoSession(run: ConnectorRun): Promise<Connection | undefined> {
  const before = run.harness.prompts?.()
  let restored: Connection | undefined
  let failure: unknown
  try {
    restored = await run.restore()
  } catch (error) {
    failure = error
  }
  checkUnasked(run, before)
  check(
    failure === undefined,
    `restore() to answer undefined where there is no session, found ${describeFound(failure)}`,
    'throw only where the wallet could not be reached',
  )
  if (restored) checkAccounts(restored.accounts, run)
  restored?.release?.()
  return restored
}
