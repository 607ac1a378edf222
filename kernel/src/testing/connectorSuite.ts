import type { NamespaceId, NetworkId } from '../contracts/caip.js'
import { parseAccountId } from '../contracts/accountIds.js'
import { parseNetworkId } from '../contracts/caip.js'
import { isKernelError } from '../errors/base.js'
import { isUserRejection } from '../errors/connector.js'
import type { Connection, ConnectionChange, ConnectorContribution } from '../contracts/points/connector.js'
import { hostileErrors, isLure } from './hostileErrors.js'
import { check, failureOf, groups, type TestFunction } from './suite.js'

export type ConnectorSuiteGroup =
  | 'connect'
  | 'reject'
  | 'abort'
  | 'restore'
  | 'changes'
  | 'disconnect'
  | 'errors'

/** A connector with a wallet that a test can steer. What is left out, the suite does not test. */
export interface ConnectorHarness {
  readonly connector: ConnectorContribution
  /** Makes the wallet decline the next request. */
  reject?(): void
  /** Makes the wallet leave the next request without an answer. */
  hang?(): void
  /** Makes the wallet fail the next request in its own way. */
  fail?(): void
  /** Makes the wallet throw exactly this at the next request. */
  throws?(error: unknown): void
  /** Changes the account on the wallet's side. */
  changeAccount?(): void | Promise<void>
  /** Changes the network on the wallet's side. */
  changeNetwork?(): void | Promise<void>
  /** How often a person has been asked so far. */
  prompts?(): number
  /** Ends what the harness started. */
  stop?(): void | Promise<void>
}

export interface ConnectorSuiteOptions {
  readonly test: TestFunction
  /** Makes a connector and a wallet for each test. The wallet approves unless told otherwise. */
  create(): ConnectorHarness | Promise<ConnectorHarness>
  readonly namespace: NamespaceId
  /** Networks to ask for. Default none in particular. */
  readonly networkIds?: readonly NetworkId[]
  /** Groups to leave out, by name. */
  readonly skip?: readonly ConnectorSuiteGroup[]
}

interface Run {
  readonly harness: ConnectorHarness
  readonly changes: ConnectionChange[]
  readonly controller: AbortController
  connect(): Promise<Connection>
  restore(): Promise<Connection | undefined>
}

/** What every connector must do, whichever wallet is behind it. */
export function connectorSuite(options: ConnectorSuiteOptions): void {
  const test = groups(options.test, options.skip)
  const suite: Suite = {
    namespace: options.namespace,
    test: (group, name, body) => test(group, name, () => runWith(options, body)),
  }
  testConnecting(suite)
  testGivingUp(suite)
  testSession(suite)
  testErrors(suite)
}

interface Suite {
  readonly namespace: NamespaceId
  test(group: ConnectorSuiteGroup, name: string, body: (run: Run) => Promise<void>): void
}

/** Runs a test with a connector and a wallet of its own. */
async function runWith(options: ConnectorSuiteOptions, body: (run: Run) => Promise<void>): Promise<void> {
  const harness = await options.create()
  const controller = new AbortController()
  const changes: ConnectionChange[] = []
  const request = {
    namespaces: [options.namespace],
    networkIds: options.networkIds ?? [],
    signal: controller.signal,
    onChange: (change: ConnectionChange) => void changes.push(change),
  }
  try {
    await body({
      harness,
      changes,
      controller,
      connect: () => harness.connector.connect(request),
      restore: async () => harness.connector.restore?.(request),
    })
  } finally {
    await harness.stop?.()
  }
}

function testConnecting({ test, namespace }: Suite): void {
  test('connect', 'prepares without asking the person, as often as it is told to', async ({ harness }) => {
    await harness.connector.prepare?.()
    await harness.connector.prepare?.()
    check(!harness.prompts?.(), 'nobody to be asked while it prepares')
  })

  test('connect', 'connects after it was prepared', async ({ harness, connect }) => {
    await harness.connector.prepare?.()
    check((await connect()).accounts.length > 0, 'accounts after it was prepared')
  })

  test('connect', 'connects with CAIP accounts and networks of the namespace', async ({ connect }) => {
    const connection = await connect()
    checkAccounts(connection.accounts, namespace)
    for (const [namespace, id] of Object.entries(connection.networks)) {
      check(parseNetworkId(`${id}`)?.namespace === namespace, `a CAIP-2 id of "${namespace}", found ${id}`)
    }
    check(connection.provider(namespace) !== undefined, 'a provider for the namespace')
    await connection.disconnect()
  })
}

function testGivingUp({ test }: Suite): void {
  test('reject', 'says USER_REJECTED when the person declines', async ({ harness, connect }) => {
    if (!harness.reject) return
    harness.reject()
    const error = await failureOf(connect(), 'the connection to be declined')
    check(isUserRejection(error), `code USER_REJECTED, found ${describe(error)}`)
  })

  test('abort', 'gives up when the signal is aborted', async ({ harness, connect, controller }) => {
    if (!harness.hang) return
    harness.hang()
    const pending = connect()
    controller.abort()
    await failureOf(pending, 'the connection to be given up')
  })
}

function testSession({ test, namespace }: Suite): void {
  test(
    'restore',
    'takes up an earlier session without asking the person',
    async ({ harness, connect, restore }) => {
      if (!harness.connector.restore) return
      const connection = await connect()
      connection.release?.()
      const prompts = harness.prompts?.()
      const restored = await restore()
      check(restored, 'the session to be taken up')
      checkAccounts(restored.accounts, namespace)
      check(harness.prompts?.() === prompts, 'nobody to be asked')
      await restored.disconnect()
    },
  )

  test('changes', 'reports a change of account and of network', async ({ harness, connect, changes }) => {
    const connection = await connect()
    await harness.changeAccount?.()
    if (harness.changeAccount) {
      const reported = changes.flatMap((change) => change.accounts ?? [])
      check(reported.length > 0, 'the new accounts to be reported')
      checkAccounts(reported, namespace)
    }
    await harness.changeNetwork?.()
    if (harness.changeNetwork) {
      const networks = changes.map((change) => change.networks?.[namespace])
      check(
        networks.some((id) => parseNetworkId(`${id}`)?.namespace === namespace),
        'the new network to be reported',
      )
    }
    await connection.disconnect()
  })

  test(
    'disconnect',
    'reports nothing after the connection ended, and ends twice without a fault',
    async ({ harness, connect, changes }) => {
      const connection = await connect()
      await connection.disconnect()
      changes.length = 0
      await harness.changeAccount?.()
      await harness.changeNetwork?.()
      check(changes.length === 0, `no report after the end, found ${JSON.stringify(changes)}`)
      await connection.disconnect()
    },
  )
}

function testErrors({ test }: Suite): void {
  test('errors', "says the wallet's own failure in a coded error", async ({ harness, connect }) => {
    if (!harness.fail) return
    harness.fail()
    const error = await failureOf(connect(), 'the connection to fail')
    check(isKernelError(error), `one of our errors, found ${describe(error)}`)
  })

  for (const [index, [name]] of hostileErrors().entries()) {
    test(
      'errors',
      `says it in words of ours when the wallet throws ${name}`,
      async ({ harness, connect }) => {
        if (!harness.throws) return
        harness.throws(hostileErrors()[index]?.[1])
        const error = await failureOf(connect(), 'the connection to fail')
        check(isKernelError(error), `one of our errors for ${name}`)
        check(!isLure(error.shortMessage), `no words of the wallet in "${error.shortMessage}"`)
      },
    )
  }
}

function checkAccounts(accounts: Connection['accounts'], namespace: NamespaceId): void {
  check(accounts.length > 0, 'at least one account')
  for (const { id, address, namespace: own } of accounts) {
    const parts = parseAccountId(id)
    const sound = parts?.namespace === namespace && own === namespace && parts.address === address
    check(sound, `a CAIP-10 account of "${namespace}" with its address, found ${id}`)
  }
}

function describe(error: unknown): string {
  return isKernelError(error) ? error.code : String(error)
}
