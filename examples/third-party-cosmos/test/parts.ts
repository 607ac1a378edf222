import { Connector, Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import type { CapabilityHarness, ConnectorHarness } from '@latchkey/kernel/testing'
import { cosmos, cosmosHub, osmosis } from '../src/index.js'
import { createLedger } from './createLedger.js'
import { startGateway } from './startGateway.js'
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

/** Starts a ledger with its gateway, and makes the namespace over it. */
export async function startChain({ decidesAtOnce = true } = {}) {
  const wallet = createTestKeplr()
  const own = wallet.addressOn('cosmos')
  const receiver = createTestKeplr({ secretKey: new Uint8Array(32).fill(8) }).addressOn('cosmos')
  const ledger = createLedger({
    chainId: cosmosHub.chainId,
    prefix: cosmosHub.bech32Prefix,
    denom: cosmosHub.denom,
    funds: { [own]: 1_000_000n, [receiver]: 5n },
    decidesAtOnce,
  })
  const [gateway, second] = await Promise.all([startGateway(ledger), startGateway(ledger)])
  const networks = [{ ...cosmosHub, rpcUrls: [gateway.url, second.url] }, osmosis]
  const kernel = createKernel([cosmos({ networks })], { storage: memoryStorage(), logLevel: 'silent' })
  return {
    wallet,
    own,
    receiver,
    ledger,
    gateway,
    second,
    kernel,
    namespace: kernel.list(Namespace)[0] as NamespaceContribution,
    async stop() {
      await kernel.dispose()
      await Promise.all([gateway.stop(), second.stop()])
    },
  }
}

/** The capabilities with a wallet and a chain that the conformance suite can steer. */
export async function cosmosHarness(): Promise<CapabilityHarness> {
  const {
    wallet,
    own: address,
    receiver,
    ledger,
    gateway,
    second,
    namespace,
    stop,
  } = await startChain({
    decidesAtOnce: false,
  })
  const behaveBoth = (how: 'hangs' | 'fails') => {
    for (const each of [gateway, second]) each.behave(how)
  }
  return {
    namespace,
    networkId: cosmosHub.id,
    account: { id: `${cosmosHub.id}:${address}`, namespace: 'cosmos', address, kind: 'eoa' },
    provider: wallet.provider,
    inputs: { receiver, amount: 100n },
    prompts: () => wallet.signatures(),
    reject: () => wallet.behave('reject'),
    hang: () => wallet.behave('hang'),
    paysAnother: () => wallet.change((document) => withPayee(document, address)),
    decide: ledger.decide,
    balanceOf: ledger.balanceOf,
    nodeHangs: () => behaveBoth('hangs'),
    nodeFails: () => behaveBoth('fails'),
    nodeRefuses: ledger.refuseNext,
    verify: ({ signature }, message) => verifyArbitrary(wallet.publicKey, address, message, signature),
    stop,
  }
}

export const networkIds = [cosmosHub.id, osmosis.id]

/** A payment's document with another receiver. */
function withPayee(document: unknown, to: string): unknown {
  const { msgs, ...rest } = document as { readonly msgs: readonly { readonly value: object }[] }
  return { ...rest, msgs: msgs.map((one) => ({ ...one, value: { ...one.value, to_address: to } })) }
}
