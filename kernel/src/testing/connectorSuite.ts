import type { NamespaceId, NetworkId } from '../contracts/caip.js'
import type { ConnectorHarness } from './connector/connectorHarness.js'
import { connectorForms } from './connector/connectorForms.js'
import { type ConnectorTests, runConnector } from './connector/runConnector.js'
import { testConnecting } from './connector/testConnecting.js'
import { testErrors } from './connector/testErrors.js'
import { type ConnectorHarnessMember, testHarness } from './connector/testHarness.js'
import { testFacts, testReadiness } from './connector/testFacts.js'
import { testNetwork, testSupports } from './connector/testNetwork.js'
import { testRestoring } from './connector/testRestoring.js'
import { testSession } from './connector/testSession.js'
import { registerSuite } from './registerSuite.js'
import type { TestFunction } from './suite.js'

export type ConnectorSuiteGroup =
  | 'harness'
  | 'facts'
  | 'readiness'
  | 'connect'
  | 'reject'
  | 'abort'
  | 'restore'
  | 'forgotten'
  | 'changes'
  | 'network'
  | 'supports'
  | 'disconnect'
  | 'release'
  | 'errors'

const groups: Readonly<Record<ConnectorSuiteGroup, true>> = {
  harness: true,
  facts: true,
  readiness: true,
  connect: true,
  reject: true,
  abort: true,
  restore: true,
  forgotten: true,
  changes: true,
  network: true,
  supports: true,
  disconnect: true,
  release: true,
  errors: true,
}

export interface ConnectorSuiteOptions {
  readonly test: TestFunction
  /** Makes a connector and a wallet for each test. The wallet approves unless told otherwise. */
  create(): ConnectorHarness | Promise<ConnectorHarness>
  readonly namespace: NamespaceId
  /** Networks to ask for. With two, switching is tested. Default none in particular. */
  readonly networkIds?: readonly NetworkId[]
  /** The namespace's own rule for addresses, by which accounts are checked. Default any text. */
  isAddress?(value: string, networkId: NetworkId): boolean
  /** Milliseconds after which a call that never answers fails its test. Default 4,000: below what most runners wait. */
  readonly timeLimit?: number
  /**
   * Members that the harness can't have, because nobody can steer or see that of the wallet. A member that is neither there nor named here
   * fails the suite, so that no check is left out unsaid.
   */
  readonly lacks?: readonly ConnectorHarnessMember[]
  /** Groups to leave out, by name. */
  readonly skip?: readonly ConnectorSuiteGroup[]
}

/**
 * Registers what every connector must do, whichever wallet is behind it. A test that fails says in one sentence what was expected, what was
 * found, and what to mend.
 */
export function connectorSuite(options: ConnectorSuiteOptions): void {
  const forms = connectorForms(options)
  registerSuite({ suite: 'connectorSuite', groups, forms }, options, (test) => {
    const seen = new WeakSet()
    const tests: ConnectorTests = {
      options,
      test: (group, name, body) => test(group, name, () => runConnector(options, seen, body)),
    }
    testHarness(tests)
    testFacts(tests)
    testReadiness(tests)
    testConnecting(tests)
    testRestoring(tests)
    testSession(tests)
    testNetwork(tests)
    testSupports(tests)
    testErrors(tests)
  })
}
