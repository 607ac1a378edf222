import type { Plugin } from '../../engine/definePlugin.js'
import type { ConnectorContribution } from '../../contracts/points/connector.js'
import type { NamespaceContribution } from '../../contracts/points/namespace.js'
import { capabilitySuite } from '../capabilitySuite.js'
import { connectorSuite } from '../connectorSuite.js'
import type { ExampleChain } from '../example/createExampleChain.js'
import type { ExampleWallet } from '../example/createExampleWallet.js'
import { exampleAddresses, exampleNetworks, isExampleAddress } from '../example/exampleAddress.js'
import type { ExampleCapabilities } from '../example/exampleCapabilities.js'
import { exampleCapabilityHarness, exampleConnectorHarness } from '../example/exampleHarnesses.js'
import { exampleNamespace } from '../example/examplePlugin.js'
import { namespaceSuite } from '../namespaceSuite.js'
import { pluginSuite } from '../pluginSuite.js'
import type { TestFunction } from '../suite.js'

/** One fault that the kit finds: a plugin that is right but for one thing. */
export interface BrokenPlugin {
  /** The fault: `prompts when it restores`. */
  readonly name: string
  readonly suite: 'pluginSuite' | 'namespaceSuite' | 'connectorSuite' | 'capabilitySuite'
  /** The check that catches it, by its name. */
  readonly check: string
  /** Part of the sentence that the check fails with. */
  readonly says: string
  /** Registers the suite with the broken plugin: the check fails, with the sentence. */
  register(test: TestFunction): void
}

/** Milliseconds after which a broken plugin that hangs has hung long enough. */
const timeLimit = 150

type Told = readonly [name: string, check: string, says: string]

/** A connector that is right but for one thing. */
export const brokenConnector = (
  [name, check, says]: Told,
  change: (right: ConnectorContribution, wallet: ExampleWallet) => ConnectorContribution,
): BrokenPlugin => ({
  name,
  suite: 'connectorSuite',
  check,
  says,
  register: (test) =>
    connectorSuite({
      test,
      create: () => exampleConnectorHarness(change),
      namespace: 'example',
      networkIds: exampleNetworks,
      isAddress: isExampleAddress,
      timeLimit,
    }),
})

/** Capabilities that are right but for one thing. */
export const brokenCapability = (
  [name, check, says]: Told,
  change: (right: ExampleCapabilities, chain: ExampleChain) => Partial<ExampleCapabilities>,
): BrokenPlugin => ({
  name,
  suite: 'capabilitySuite',
  check,
  says,
  register: (test) =>
    capabilitySuite({
      test,
      create: () => exampleCapabilityHarness((right, chain) => ({ ...right, ...change(right, chain) })),
      timeLimit,
    }),
})

/** A namespace that is right but for one thing. */
export const brokenNamespace = (
  [name, check, says]: Told,
  change: (right: NamespaceContribution) => Partial<NamespaceContribution>,
): BrokenPlugin => ({
  name,
  suite: 'namespaceSuite',
  check,
  says,
  register: (test) =>
    namespaceSuite({
      test,
      create() {
        const right = exampleNamespace()
        return { ...right, ...change(right) }
      },
      valid: [exampleAddresses.own, exampleAddresses.own.toUpperCase(), exampleAddresses.second],
      invalid: ['ex1', `${exampleAddresses.own}0`],
      same: [[exampleAddresses.own, exampleAddresses.own.toUpperCase()]],
    }),
})

/** A plugin that is right but for one thing. */
export const brokenPlugin = ([name, check, says]: Told, create: () => Plugin): BrokenPlugin => ({
  name,
  suite: 'pluginSuite',
  check,
  says,
  register: (test) => pluginSuite({ test, create, timeLimit }),
})
