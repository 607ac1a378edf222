import type { CapabilityHarness } from './capability/capabilityHarness.js'
import { capabilityForms } from './capability/capabilityForms.js'
import { type CapabilityTests, runCapability } from './capability/runCapability.js'
import { testCalls } from './capability/testCalls.js'
import { testCollectibles } from './capability/testCollectibles.js'
import { type CapabilityHarnessMember, testHarness } from './capability/testHarness.js'
import { testFunctions } from './capability/testFunctions.js'
import { testLists } from './capability/testLists.js'
import { testNames } from './capability/testNames.js'
import { testReads } from './capability/testReads.js'
import { testRemoteProvider } from './capability/testRemoteProvider.js'
import { testReplace } from './capability/testReplace.js'
import { testRequestNetwork } from './capability/testRequestNetwork.js'
import { testSend } from './capability/testSend.js'
import { testSignIn } from './capability/testSignIn.js'
import { testSigning } from './capability/testSigning.js'
import { testSignTransaction } from './capability/testSignTransaction.js'
import { testWalletAssets } from './capability/testWalletAssets.js'
import { registerSuite } from './registerSuite.js'
import type { TestFunction } from './suite.js'

export type CapabilitySuiteGroup =
  | 'harness'
  | 'functions'
  | 'balance'
  | 'tokenFacts'
  | 'history'
  | 'allowances'
  | 'collectibles'
  | 'names'
  | 'links'
  | 'bills'
  | 'signMessage'
  | 'signIn'
  | 'signTransaction'
  | 'send'
  | 'calls'
  | 'replace'
  | 'walletAssets'
  | 'requestNetwork'
  | 'remoteProvider'

const groups: Readonly<Record<CapabilitySuiteGroup, true>> = {
  harness: true,
  functions: true,
  balance: true,
  tokenFacts: true,
  history: true,
  allowances: true,
  collectibles: true,
  names: true,
  links: true,
  bills: true,
  signMessage: true,
  signIn: true,
  signTransaction: true,
  send: true,
  calls: true,
  replace: true,
  walletAssets: true,
  requestNetwork: true,
  remoteProvider: true,
}

export interface CapabilitySuiteOptions {
  readonly test: TestFunction
  /** Makes a chain, a wallet and the capabilities for each test. The wallet approves unless told otherwise. */
  create(): CapabilityHarness | Promise<CapabilityHarness>
  /** Milliseconds after which a call that never answers fails its test. Default 4,000: below what most runners wait. */
  readonly timeLimit?: number
  /**
   * Members and inputs that the harness can't have, because nobody can steer or see that of the wallet or the chain. What a capability is
   * asked with, and is neither there nor named here, fails the suite, so that no check is left out unsaid.
   */
  readonly lacks?: readonly CapabilityHarnessMember[]
  /** Groups to leave out, by name. */
  readonly skip?: readonly CapabilitySuiteGroup[]
}

/**
 * Registers what the capabilities of a namespace must do: each that it carries is asked with the harness's inputs, every answer is held
 * to its contract, and the wallet and the chain are made to refuse, hang, fail and answer rubbish. What a namespace does not carry is not
 * asked.
 */
export function capabilitySuite(options: CapabilitySuiteOptions): void {
  registerSuite({ suite: 'capabilitySuite', groups, forms: capabilityForms }, options, (test) => {
    const seen = new WeakSet()
    const tests: CapabilityTests = {
      test: (group, name, body) => test(group, name, () => runCapability(options, seen, body)),
    }
    testHarness(tests, options)
    testFunctions(tests)
    testReads(tests)
    testLists(tests)
    testCollectibles(tests)
    testNames(tests)
    testSigning(tests)
    testSignIn(tests)
    testSignTransaction(tests)
    testSend(tests)
    testCalls(tests)
    testReplace(tests)
    testWalletAssets(tests)
    testRequestNetwork(tests)
    testRemoteProvider(tests)
  })
}
