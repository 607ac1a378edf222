import { type NetworkId, parseNetworkId } from '../../contracts/caip.js'
import { describeFound } from '../describeFound.js'
import { answerInTime, check, eventually } from '../suite.js'
import { checkAccounts, checkNetworkIds } from './checkAccounts.js'
import { checkQuiet } from './checkQuiet.js'
import type { ConnectorRun, ConnectorTests } from './runConnector.js'

/** Checks the changes that a connection reports while it lives, and how it ends. */
export function testSession({ test }: ConnectorTests): void {
  test('changes', 'reports a change of account and of network', async (run) => {
    const connection = await run.connect()
    await checkAccountReport(run)
    await checkNetworkReport(run)
    await run.disconnect(connection)
  })

  test('changes', 'leaves what it answered and reported as it was', async (run) => {
    if (!run.harness.changeAccount) return
    const connection = await run.connect()
    const { accounts } = connection
    const before = JSON.stringify(accounts)
    await run.change('account')
    check(
      JSON.stringify(accounts) === before,
      `the accounts that connect() answered to stay as they were, found ${describeFound(accounts)}`,
      'report a new list by onChange, and change no list that was given away',
    )
    await run.disconnect(connection)
  })

  test('changes', 'reads the wallet again without asking the person', async (run) => {
    const connection = await run.connect()
    if (!connection.refresh) return
    const before = run.harness.prompts?.()
    await answerInTime('refresh()', () => connection.refresh?.(), run.limit)
    check(
      run.harness.prompts?.() === before,
      'nobody to be asked by refresh()',
      'ask only what the wallet answers without a prompt',
    )
    await run.disconnect(connection)
  })

  test(
    'disconnect',
    'reports nothing after the connection ended, and ends twice without a fault',
    async (run) => {
      const before = run.harness.listeners?.()
      const connection = await run.connect()
      await run.disconnect(connection)
      await checkQuiet(run, before, 'disconnect()')
      await run.disconnect(connection)
    },
  )

  test('release', 'removes what listens, ends nothing at the wallet, and tells nothing more', async (run) => {
    const before = run.harness.listeners?.()
    const connection = await run.connect()
    if (!connection.release) return
    connection.release()
    await checkQuiet(run, before, 'release()')
    connection.release()
  })
}

async function checkAccountReport(run: ConnectorRun): Promise<void> {
  const { harness, changes } = run
  if (!harness.changeAccount) return
  await run.change('account')
  const reported = changes.flatMap((change) => change.accounts ?? [])
  check(
    reported.length > 0,
    'the new accounts to be reported, found no report of accounts',
    'call onChange when the wallet tells of other accounts; if it is told later, let `changeAccount` of the harness wait for it',
  )
  checkAccounts(changes.findLast((change) => change.accounts)?.accounts ?? [], run)
}

async function checkNetworkReport(run: ConnectorRun): Promise<void> {
  const { harness, changes, namespace } = run
  if (!harness.changeNetwork) return
  await run.change('network')
  const isReported = (id: NetworkId | undefined) => parseNetworkId(`${id}`)?.namespace === namespace
  const reported = () => changes.map((change) => change.networks?.[namespace])
  check(
    reported().some(isReported),
    `the new network to be reported, found ${describeFound(reported())}`,
    'call onChange with the CAIP-2 id of the network when the wallet moves to another',
  )
  const networks = changes.findLast((change) => change.networks)?.networks ?? {}
  checkNetworkIds(Object.values(networks), namespace, 'the report')
  const actual = harness.network?.()
  const last = () => changes.findLast((change) => change.networks)?.networks?.[namespace]
  check(
    actual === undefined || (await eventually(() => last() === actual, 0)),
    `the network that the wallet is on, ${actual}, to be reported, found ${last()}`,
    'turn the wallet’s own word for the network into its CAIP-2 id',
  )
}
