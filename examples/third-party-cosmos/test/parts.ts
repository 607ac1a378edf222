import { Connector, Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import { createKernel } from '@latchkey/kernel'
import type { CapabilityHarness, ConnectorHarness } from '@latchkey/kernel/testing'
import { cosmos, cosmosHub, osmosis } from '../src/index.js'
import { createTestKeplr, verifyArbitrary } from './testKeplr.js'

export function cosmosNamespace(): NamespaceContribution {
  return createKernel([cosmos()]).list(Namespace)[0] as NamespaceContribution
}

/** The connector with a wallet that the conformance suite can steer. */
export function keplrHarness(): ConnectorHarness {
  const wallet = createTestKeplr()
  const uninstall = wallet.install('keplr')
  const [connector] = createKernel([cosmos()]).list(Connector)
  if (!connector) throw new Error('The plugin adds no connector.')
  return {
    connector,
    reject: () => wallet.behave('reject'),
    hang: () => wallet.behave('hang'),
    fail: () => wallet.behave('fail'),
    async changeAccount() {
      wallet.changeAccount()
      // The connector reads the new key before it reports.
      await new Promise((resolve) => setTimeout(resolve))
    },
    prompts: wallet.prompts,
    stop: uninstall,
  }
}

/** The capabilities with a wallet that the conformance suite can steer. */
export function cosmosHarness(): CapabilityHarness {
  const wallet = createTestKeplr()
  const address = wallet.addressOn('cosmos')
  return {
    namespace: cosmosNamespace(),
    networkId: cosmosHub.id,
    account: { id: `${cosmosHub.id}:${address}`, namespace: 'cosmos', address, kind: 'eoa' },
    provider: wallet.provider,
    inputs: {},
    reject: () => wallet.behave('reject'),
    verify: ({ signature }, message) => verifyArbitrary(wallet.publicKey, address, message, signature),
  }
}

export const networkIds = [cosmosHub.id, osmosis.id]
