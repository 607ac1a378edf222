import { isUserRejection } from '../../errors/connector.js'
import type { Connection } from '../../contracts/points/connector.js'
import { describeFound } from '../describeFound.js'
import { holdWallet } from './holdWallet.js'
import { answerInTime, check, failureInTime, failureOf, pause } from '../suite.js'
import { checkAccounts, checkNetworkIds } from './checkAccounts.js'
import { checkQuiet, settleTime } from './checkQuiet.js'
import type { ConnectorRun, ConnectorTests } from './runConnector.js'

const longestKey = 200

/** How a person lets the page in. */
export function testConnecting(tests: ConnectorTests): void {
  const { test } = tests
  test('connect', 'prepares without asking the person, as often as it is told to', async (run) => {
    await prepare(run)
    await prepare(run)
    check(
      !run.harness.prompts?.(),
      'nobody to be asked while it prepares',
      'load code in prepare(), and leave every request to connect()',
    )
  })

  test('connect', 'connects after it was prepared', async (run) => {
    await prepare(run)
    checkAccounts((await run.connect()).accounts, run)
  })

  test('connect', 'connects with CAIP accounts and networks of the namespace', async (run) => {
    const connection = await run.connect()
    checkAccounts(connection.accounts, run)
    checkConnection(connection, run)
    await run.disconnect(connection)
  })

  test('connect', 'waits for a person who takes their time', async (run) => {
    if (!run.harness.hold) return
    const release = holdWallet(run.harness)
    let isAnswered = false
    const pending = answerInTime('connect()', () => run.ask('connect'), run.limit).then((connection) => {
      isAnswered = true
      return connection as Connection
    })
    // A failure before the answer is told by the check below.
    pending.catch(() => {})
    await pause(settleTime)
    check(
      !isAnswered,
      'connect() to wait for the wallet, found an answer before the wallet gave one',
      'resolve only with what the wallet answered',
    )
    await release()
    checkAccounts((await pending).accounts, run)
  })

  testGivingUp(tests)
}

async function prepare({ harness, limit }: ConnectorRun): Promise<void> {
  await answerInTime('prepare()', () => harness.connector.prepare?.(), limit)
}

function checkConnection(connection: Connection, { namespace }: ConnectorRun): void {
  for (const [own, id] of Object.entries(connection.networks)) checkNetworkIds([id], own, '`networks`')
  for (const [own, ids] of Object.entries(connection.approvedNetworks ?? {})) {
    checkNetworkIds(ids ?? [], own, '`approvedNetworks`')
  }
  const { key } = connection
  check(
    key === undefined || (typeof key === 'string' && key !== '' && key.length <= longestKey),
    `\`key\` as a text of at most ${longestKey} characters, found ${describeFound(key)}`,
    'leave it out where the connector holds one session only',
  )
  check(
    connection.provider(namespace) !== undefined,
    'a provider for the namespace, found undefined',
    'return from provider() what the capabilities of the namespace ask',
  )
}

function testGivingUp({ test }: ConnectorTests): void {
  test('reject', 'says USER_REJECTED when the person declines', async ({ harness, connect }) => {
    if (!harness.reject) return
    harness.reject()
    const error = await failureOf(
      connect(),
      'the connection to be declined',
      'reject when the person says no',
    )
    check(
      isUserRejection(error),
      `code USER_REJECTED, found ${describeFound(error)}`,
      'map what the wallet throws by its dialect, for example with `rpcErrorFrom`',
    )
  })

  test('abort', 'gives up when the signal is aborted', async (run) => {
    if (!run.harness.hang) return
    run.harness.hang()
    const pending = run.ask('connect')
    run.controller.abort()
    const call = 'connect() whose signal was aborted'
    await failureInTime(call, () => pending, run.limit, 'race the wallet with `untilAborted`, and reject')
  })

  test('abort', 'asks nobody when the signal was aborted before', async (run) => {
    const before = run.harness.prompts?.()
    run.controller.abort()
    await failureInTime(
      'connect() whose signal was aborted before',
      () => run.ask('connect'),
      run.limit,
      'look at the signal before you ask the wallet',
    )
    check(
      run.harness.prompts?.() === before,
      'nobody to be asked once the signal is aborted',
      'look at the signal before you ask the wallet',
    )
  })

  test('abort', 'takes no answer that comes after it was given up', async (run) => {
    const { harness, controller, ask, limit } = run
    if (!harness.hold) return
    const before = harness.listeners?.()
    const release = holdWallet(harness)
    const pending = ask('connect')
    // The wallet has been asked by then.
    await pause(settleTime)
    controller.abort()
    const call = 'connect() whose signal was aborted'
    await failureInTime(call, () => pending, limit, 'race the wallet with `untilAborted`, and reject')
    await release()
    await checkQuiet(run, before, 'an answer that came after the person gave up')
  })
}
