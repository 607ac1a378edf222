import { isKernelError } from '../../errors/base.js'
import { isUserRejection } from '../../errors/connector.js'
import type { NetworkId } from '../../contracts/caip.js'
import { Allowances } from '../../contracts/capabilities/allowances.js'
import { Calls } from '../../contracts/capabilities/calls.js'
import { Send } from '../../contracts/capabilities/send.js'
import { SignIn } from '../../contracts/capabilities/signIn.js'
import { SignMessage } from '../../contracts/capabilities/signMessage.js'
import type { Connection } from '../../contracts/points/connector.js'
import { token } from '../../keys/token.js'
import { describeFound } from '../describeFound.js'
import { answerInTime, check, eventually, failureInTime } from '../suite.js'
import type { ConnectorRun, ConnectorTests } from './runConnector.js'

/** As long as the kernel waits for a wallet to report what it said it did. */
const confirmTime = 3_000
const asked = [Send, Calls, SignMessage, SignIn, Allowances, token('latchkey.testing.unknown/1')] as const

/** How a wallet changes its network for the app. */
export function testNetwork({ test }: ConnectorTests): void {
  test('network', 'switches to the networks that it was connected for, and says so', async (run) => {
    const { networkIds, namespace, harness } = run
    const connection = await run.connect()
    if (!connection.switchNetwork) return
    const approved = connection.approvedNetworks?.[namespace]
    const targets = networkIds.filter((id) => approved?.includes(id) !== false)
    // The first last: the wallet stands there already.
    for (const networkId of [...targets.slice(1), ...targets.slice(0, 1)]) {
      await checkSwitch(run, connection, networkId)
    }
    check(
      harness.network === undefined || targets.length === 0 || harness.network() === targets[0],
      `the wallet to be on ${targets[0]}, found ${harness.network?.()}`,
      'have the wallet switch, too',
    )
    await run.disconnect(connection)
  })

  test('network', 'refuses a network that it can’t reach in a coded error', async (run) => {
    const connection = await run.connect()
    if (!connection.switchNetwork) return
    const unknown: NetworkId = `${run.namespace}:nowhere-00`
    try {
      await answerInTime('switchNetwork()', () => connection.switchNetwork?.(unknown), run.limit)
    } catch (error) {
      checkCoded(error)
      return
    }
    await checkThere(run, connection, unknown)
    await run.disconnect(connection)
  })
}

/** Checks what a connection says that its wallet can do. */
export function testSupports({ test }: ConnectorTests): void {
  test('network', 'says USER_REJECTED when the person declines to switch', async (run) => {
    const target = run.networkIds[1]
    const connection = await run.connect()
    if (!connection.switchNetwork || !run.harness.rejectNetwork || !target) return
    run.harness.rejectNetwork()
    const error = await failureInTime(
      'switchNetwork() that the person declines',
      async () => connection.switchNetwork?.(target),
      run.limit,
      'reject where the wallet does not go there',
    )
    checkCoded(error)
    check(
      isUserRejection(error),
      `code USER_REJECTED of switchNetwork(), found ${describeFound(error)}`,
      'map what the wallet throws by its dialect, for example with `rpcErrorFrom`',
    )
    await run.disconnect(connection)
  })

  test('supports', 'says yes or no to each capability at once', async (run) => {
    const connection = await run.connect()
    for (const networkId of [...run.networkIds, `${run.namespace}:nowhere-00` as const]) {
      for (const capability of asked) checkSupports(connection, capability, networkId)
    }
    await run.disconnect(connection)
  })
}

async function checkSwitch(run: ConnectorRun, connection: Connection, networkId: NetworkId): Promise<void> {
  run.changes.length = 0
  let failure: unknown
  try {
    await answerInTime('switchNetwork()', () => connection.switchNetwork?.(networkId), run.limit)
  } catch (error) {
    failure = error
  }
  check(
    failure === undefined,
    `switchNetwork() to reach ${networkId}, found ${describeFound(failure)}`,
    'switch to every network of the request that the wallet approved',
  )
  await checkThere(run, connection, networkId)
}

/** Checks that a wallet that said it switched is there, by its own word and by what the connector tells. */
async function checkThere(run: ConnectorRun, connection: Connection, networkId: NetworkId): Promise<void> {
  const { harness, namespace, changes } = run
  const told = () => changes.findLast((change) => change.networks?.[namespace])?.networks?.[namespace]
  const isThere = () => connection.networks[namespace] === networkId || told() === networkId
  check(
    await eventually(isThere, confirmTime),
    `switchNetwork() to report ${networkId} by onChange, found ${told() ?? 'no report'}`,
    'report the network once the wallet says that it is there, and reject where it stays where it was',
  )
  const actual = harness.network?.()
  check(
    actual === undefined || actual === networkId,
    `the wallet to be on ${networkId} after switchNetwork(), found ${actual}`,
    'ask the wallet to switch before you report the network, and reject where it does not',
  )
}

function checkCoded(error: unknown): void {
  check(
    isKernelError(error),
    `one of our errors of switchNetwork(), found ${describeFound(error)}`,
    'throw a `ConnectorError` or a `NetworkError` with a code, and never text or the wallet’s own error',
  )
}

function checkSupports(
  connection: Connection,
  capability: (typeof asked)[number],
  networkId: NetworkId,
): void {
  let found: unknown
  try {
    found = connection.supports ? connection.supports(capability, networkId) : true
  } catch (error) {
    found = error
  }
  check(
    typeof found === 'boolean',
    `supports() of "${capability.id}" on ${networkId} to return true or false, found ${describeFound(found)}`,
    'return at once and never throw, also for capabilities and networks that you don’t know',
  )
}
