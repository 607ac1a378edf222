// The example that the broken plugins are variations of passes every check.
import { describe, test } from 'vitest'
import { capabilitySuite } from '../capabilitySuite.js'
import { connectorSuite } from '../connectorSuite.js'
import { namespaceSuite } from '../namespaceSuite.js'
import { pluginSuite } from '../pluginSuite.js'
import { exampleAddresses, exampleNetworks, isExampleAddress } from './exampleAddress.js'
import { exampleCapabilityHarness, exampleConnectorHarness } from './exampleHarnesses.js'
import { exampleNamespace, examplePlugin } from './examplePlugin.js'

const { own, second } = exampleAddresses

describe('the example', () => {
  pluginSuite({ test, create: () => examplePlugin() })
  namespaceSuite({
    test,
    create: () => exampleNamespace(),
    valid: [own, own.toUpperCase(), second],
    invalid: ['ex1', `${own}0`],
    same: [[own, own.toUpperCase()]],
  })
  connectorSuite({
    test,
    create: () => exampleConnectorHarness(),
    namespace: 'example',
    networkIds: exampleNetworks,
    isAddress: isExampleAddress,
  })
  capabilitySuite({ test, create: () => exampleCapabilityHarness() })
})
