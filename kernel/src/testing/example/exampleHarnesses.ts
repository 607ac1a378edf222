import type { ConnectorContribution } from '../../contracts/points/connector.js'
import type { CapabilityHarness } from '../capability/capabilityHarness.js'
import type { ConnectorHarness } from '../connector/connectorHarness.js'
import { createExampleChain, type ExampleChain } from './createExampleChain.js'
import { createExampleWallet, exampleRejection, type ExampleWallet } from './createExampleWallet.js'
import { exampleAddresses } from './exampleAddress.js'
import { type ExampleCapabilities, exampleToken } from './exampleCapabilities.js'
import { exampleConnector } from './exampleConnector.js'
import { signedPayment } from './examplePayment.js'
import { exampleNamespace } from './examplePlugin.js'

const refuse = () => {
  throw exampleRejection
}

/** The example's connector with its wallet, for `connectorSuite`. */
export function exampleConnectorHarness(
  change: (right: ConnectorContribution, wallet: ExampleWallet) => ConnectorContribution = (right) => right,
): ConnectorHarness {
  const wallet = createExampleWallet()
  let isThere = true
  return {
    connector: change(
      exampleConnector(() => (isThere ? wallet.provider : undefined)),
      wallet,
    ),
    reject: () => wallet.next(refuse),
    rejectNetwork: () => wallet.next(refuse),
    hang: () => wallet.next(() => new Promise(() => {})),
    hold: wallet.hold,
    fail: () =>
      wallet.next(() => {
        throw { code: -32603, message: 'broken' }
      }),
    throws: (error) =>
      wallet.next(() => {
        throw error
      }),
    changeAccount: wallet.changeAccount,
    changeNetwork: wallet.changeNetwork,
    network: () => `example:${wallet.network()}`,
    forget: wallet.forget,
    remove() {
      isThere = false
    },
    prompts: wallet.prompts,
    listeners: wallet.listeners,
  }
}

/** The example's capabilities with its wallet and chain, for `capabilitySuite`. */
export function exampleCapabilityHarness(
  change: (right: ExampleCapabilities, chain: ExampleChain) => Partial<ExampleCapabilities> = (right) =>
    right,
): CapabilityHarness {
  const chain = createExampleChain()
  const wallet = createExampleWallet()
  const { own, second, receiver, noToken, collection } = exampleAddresses
  const calls = [1n, 2n].map((amount) => ({ to: receiver, amount }))
  return {
    namespace: exampleNamespace(chain, (right) => change(right, chain)),
    networkId: 'example:1',
    account: { id: `example:1:${own}`, namespace: 'example', address: own, kind: 'eoa' },
    provider: wallet.provider,
    inputs: {
      receiver,
      amount: 100n,
      calls,
      invalidCall: { to: 'nobody' },
      token: exampleToken.address,
      noToken,
      transaction: new TextEncoder().encode('transaction'),
      noTransaction: 'new-99',
      name: { name: 'own.example', address: own },
      collectible: { networkId: 'example:1', address: collection, id: '1' },
    },
    prompts: wallet.prompts,
    reject: () => wallet.next(refuse),
    hang: () => wallet.next(() => new Promise(() => {})),
    throws: (error) =>
      wallet.next(() => {
        throw error
      }),
    answers: (value) => wallet.next(() => value),
    paysAnother: () => wallet.next(() => signedPayment({ from: own, to: second, amount: 100n })),
    decide: (id, decision) => chain.decide(id, decision),
    expire: (id) => chain.decide(id, 'expired'),
    balanceOf: (address) => chain.balanceOf(address),
    nodeHangs: () => chain.breakNode('hangs'),
    nodeFails: () => chain.breakNode('fails'),
    nodeRefuses: () => chain.refuseNext(),
    verify: ({ signature }, message) => signature === `${own} signed ${message}`,
    verifyTransaction: (signed) => new TextDecoder().decode(signed) === `${own} signed transaction`,
  }
}
