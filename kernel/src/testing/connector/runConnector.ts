import type { NamespaceId, NetworkId } from '../../contracts/caip.js'
import type { Connection, ConnectionChange, ConnectRequest } from '../../contracts/points/connector.js'
import { describeFound } from '../describeFound.js'
import { checkMembers } from '../checkMembers.js'
import { withHarness } from '../withHarness.js'
import { contributionForms, harnessForms } from './connectorForms.js'
import { answerInTime, check, defaultTimeLimit } from '../suite.js'
import { type GlobalsWatch, watchGlobals } from '../watchGlobals.js'
import type { ConnectorSuiteGroup, ConnectorSuiteOptions } from '../connectorSuite.js'
import type { ConnectorHarness } from './connectorHarness.js'

/** One test with a connector and a wallet of its own. */
export interface ConnectorRun {
  readonly harness: ConnectorHarness
  readonly namespace: NamespaceId
  readonly networkIds: readonly NetworkId[]
  readonly limit: number
  readonly watch: GlobalsWatch
  /** The changes that the connector reported, each copied when it was reported. */
  readonly changes: ConnectionChange[]
  readonly controller: AbortController
  isAddress(value: string, networkId: NetworkId): boolean
  connect(): Promise<Connection>
  /** Without a time limit, for a question that is to be given up. */
  ask(call: 'connect' | 'restore'): Promise<Connection | undefined>
  restore(): Promise<Connection | undefined>
  disconnect(connection: Connection): Promise<void>
  /** Changes the wallet, and waits for it. */
  change(what: 'account' | 'network'): Promise<void>
}

export interface ConnectorTests {
  readonly options: ConnectorSuiteOptions
  test(group: ConnectorSuiteGroup, name: string, body: (run: ConnectorRun) => Promise<void>): void
}

/** Runs a test with a connector and a wallet of its own, and checks afterwards that nobody changed what was given. */
export async function runConnector(
  options: ConnectorSuiteOptions,
  seen: WeakSet<object>,
  body: (run: ConnectorRun) => Promise<void>,
): Promise<void> {
  const { timeLimit: limit = defaultTimeLimit } = options
  const source = { create: () => options.create(), forms: harnessForms, limit, seen }
  await withHarness(source, async (harness) => {
    checkMembers('`connector` of the harness', harness.connector, contributionForms, 'mend the connector')
    const watch = watchGlobals()
    try {
      const run = createRun(options, harness, watch)
      await body(run)
      run.checkRequest()
    } finally {
      watch.stop()
    }
  })
}

function createRun(options: ConnectorSuiteOptions, harness: ConnectorHarness, watch: GlobalsWatch) {
  const { namespace, networkIds = [], timeLimit: limit = defaultTimeLimit } = options
  const { connector } = harness
  const controller = new AbortController()
  const changes: ConnectionChange[] = []
  const request: ConnectRequest = {
    namespaces: [namespace],
    networkIds: [...networkIds],
    signal: controller.signal,
    // A change that the connector makes to it afterwards was not reported.
    onChange: (change) => void changes.push(copyChange(change)),
  }
  const ask = async (call: 'connect' | 'restore') =>
    call === 'connect' ? connector.connect(request) : connector.restore?.(request)
  return {
    harness,
    namespace,
    networkIds,
    limit,
    watch,
    changes,
    controller,
    ask,
    isAddress: options.isAddress ?? (() => true),
    connect: async () => (await answerInTime('connect()', () => ask('connect'), limit)) as Connection,
    restore: () => answerInTime('restore()', () => ask('restore'), limit),
    disconnect: (connection: Connection) => endConnection(connection, limit),
    async change(what: 'account' | 'network') {
      await (what === 'account' ? harness.changeAccount?.() : harness.changeNetwork?.())
    },
    checkRequest() {
      const left = { namespaces: request.namespaces, networkIds: request.networkIds }
      const given = { namespaces: [namespace], networkIds }
      check(
        JSON.stringify(left) === JSON.stringify(given),
        `the request to stay as it was given, found ${describeFound(left)}`,
        'copy `namespaces` and `networkIds` before you change them',
      )
    },
  }
}

async function endConnection(connection: Connection, limit: number): Promise<void> {
  let failure: unknown
  let isFailed = false
  const end = async () => {
    try {
      await connection.disconnect()
    } catch (error) {
      failure = error
      isFailed = true
    }
  }
  await answerInTime('disconnect()', end, limit, 'settle it although the wallet never answers')
  check(
    !isFailed,
    `disconnect() not to reject, found ${describeFound(failure)}`,
    'for the person the session is over, so log what the wallet says and resolve, the second time too',
  )
}

function copyChange(change: ConnectionChange): ConnectionChange {
  const { accounts, networks, approvedNetworks } = change
  return {
    ...change,
    ...(accounts && { accounts: accounts.map((account) => ({ ...account })) }),
    ...(networks && { networks: { ...networks } }),
    ...(approvedNetworks && { approvedNetworks: { ...approvedNetworks } }),
  }
}
