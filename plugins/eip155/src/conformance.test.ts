// The suites that every plugin, connector and namespace passes, with real wallets on a real chain.
import { holdAnswer } from '../../../kernel/test/holdAnswer.js'
import { type EvmStack, startEvm } from '../../../devstack/src/evm/index.js'
import { createKernel } from '@latchkey/kernel'
import { Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { capabilitySuite, connectorSuite, namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { createEvmTestWallet } from '../../../testkit/src/evm/index.js'
import { type Address, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import { deployCollections } from '../test/collectibles.js'
import { holdBlocks } from '../test/holdBlocks.js'
import { realClock, recordingLog } from '../test/support.js'
import { createOpener } from './connect/connection.js'
import { createConnector } from './discover/createConnector.js'
import { eip155 } from './eip155.js'
import type { EvmChain } from './evmChain.js'
import { readNetworks } from './networks.js'

const chain: EvmChain = {
  id: 31337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

describe('plugin', () => {
  pluginSuite({
    test,
    create: () => eip155({ networks: [chain] }),
    manifest,
    imports: async () =>
      (await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))).modules,
  })
})

describe('namespace', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const lower = address.toLowerCase()
  namespaceSuite({
    test,
    create: () => createKernel([eip155({ networks: [chain] })]).list(Namespace)[0]!,
    valid: [address, lower, lower.slice(2), '0x52908400098527886E0F7030069857D2E4169EE7'],
    // A wrong checksum is no address either, but names the same account: see address.test.ts.
    invalid: [`${address}0`, address.slice(0, -1), `0X${lower.slice(2)}`, 'alice.eth'],
    same: [
      [address, lower],
      [address, lower.slice(2)],
      [lower, lower.slice(2)],
    ],
  })
})

describe('connector', () => {
  let stack: EvmStack
  let other: EvmStack
  beforeAll(async () => {
    ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
  })
  afterAll(() => Promise.all([stack?.stop(), other?.stop()]))

  connectorSuite({
    test,
    namespace: 'eip155',
    networkIds: ['eip155:31337', 'eip155:31338'],
    create() {
      const wallet = createEvmTestWallet({
        chains: [stack, other].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
        accounts: stack.accounts.slice(0, 2).map(({ privateKey }) => privateKey),
      })
      const { control } = wallet
      const networks = readNetworks([stack.chain, other.chain])
      const opener = createOpener({ networks, clock: realClock, log: recordingLog() })
      const facts = { id: 'eip155.announced.test', name: 'Test', group: 'announced' as const }
      const method = 'eth_requestAccounts'
      let network: NetworkId = `eip155:${stack.chainId}`
      let isThere = true
      wallet.provider.on('chainChanged', (chainId) => {
        network = `eip155:${Number(chainId)}`
      })
      return {
        connector: createConnector(
          facts,
          () => (isThere ? wallet.provider : undefined),
          async () => opener,
        ),
        reject: () => control.rejectNext(method),
        rejectNetwork: () => control.rejectNext('wallet_switchEthereumChain'),
        hold: () => holdAnswer(control),
        network: () => network,
        listeners: () =>
          ['accountsChanged', 'chainChanged', 'disconnect'].reduce(
            (count, event) => count + control.listenerCount(event),
            0,
          ),
        hang: () => control.garbage('silence', method),
        fail: () => control.garbage('throwsCodelessError', method),
        throws: (error) =>
          vi.spyOn(wallet.provider, 'request').mockImplementationOnce(async () => {
            throw error
          }),
        changeAccount: () => control.switchAccount(stack.accounts[1]!.address),
        changeNetwork: () => control.switchChain(other.chainId),
        // A page that the wallet has forgotten gets no accounts (EIP-2255), and so does a page whose wallet is locked.
        forget: () => control.lock(),
        remove() {
          isThere = false
        },
        prompts: () =>
          control.requests.filter((request) => /^eth_requestAccounts|^wallet_/.test(request.method)).length,
      }
    },
  })
})

describe('capabilities', () => {
  let stack: EvmStack
  let collections: Awaited<ReturnType<typeof deployCollections>>
  beforeAll(async () => {
    stack = await startEvm()
    collections = await deployCollections(stack, '')
    await collections.mint(stack.accounts[0]!.address, 7n, '')
  })
  afterAll(() => stack?.stop())

  capabilitySuite({
    test,
    // Names are Ethereum’s own, which a local chain has not.
    skip: ['names'],
    // The first reading loads the SDK, which a busy machine takes seconds for.
    timeLimit: 15_000,
    lacks: [
      // The wallet signs no transaction that it doesn't send, and hands it to its own node.
      ...(['verifyTransaction', 'inputs.transaction', 'nodeRefuses'] as const),
      // A transaction of this chain never expires.
      ...(['expire', 'inputs.name'] as const),
    ],
    async create() {
      await stack.client.setBalance({ address: stack.accounts[0]!.address, value: 10n ** 20n })
      const wallet = createEvmTestWallet({
        chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
        accounts: [stack.accounts[0]!.privateKey],
        permitted: true,
        calls: 'none',
      })
      const { control } = wallet
      const { decide, provider } = await holdBlocks(stack, wallet.provider)
      const kernel = createKernel([eip155({ networks: [stack.chain], discovery: false, injected: false })], {
        logLevel: 'silent',
      })
      const [namespace] = kernel.list(Namespace)
      if (!namespace) throw new Error('no namespace')
      const { address } = stack.accounts[0]!
      const receiver = stack.accounts[1]!.address
      const instead = (answer: () => unknown) => {
        const ask = provider.request.bind(provider)
        const spy = vi.spyOn(provider, 'request').mockImplementation(async (asked) => {
          if (!/^(eth_sendTransaction|personal_sign)$/.test(asked.method)) return ask(asked)
          spy.mockRestore()
          return answer()
        })
      }
      return {
        namespace,
        networkId: `eip155:${stack.chainId}`,
        account: { id: `eip155:${stack.chainId}:${address}`, namespace: 'eip155', address, kind: 'eoa' },
        provider,
        inputs: {
          receiver,
          amount: 1_000n,
          calls: [
            { to: receiver, value: 1n },
            { to: receiver, value: 2n },
          ],
          invalidCall: { to: 'nobody' },
          noTransaction: `0x${'ab'.repeat(32)}`,
          token: stack.tokens.usd.address,
          noToken: receiver,
          collectible: { networkId: `eip155:${stack.chainId}`, address: collections.art, id: '7' },
        },
        prompts: () =>
          control.requests.filter(({ method }) =>
            /^(eth_send|personal_sign|wallet_send|eth_requestA)/.test(method),
          ).length,
        reject: () => control.rejectNext(),
        decide,
        balanceOf: (holder) => stack.balanceOf(holder as Address),
        hang: () => instead(() => new Promise(() => {})),
        nodeHangs: () => stubNode(() => new Promise(() => {})),
        nodeFails: () => stubNode(() => Promise.reject(new TypeError('fetch failed'))),
        throws: (error) =>
          instead(() => {
            throw error
          }),
        answers: (value) => instead(() => value),
        paysAnother() {
          const ask = provider.request.bind(provider)
          const spy = vi.spyOn(provider, 'request').mockImplementation(async (asked) => {
            if (asked.method !== 'eth_sendTransaction') return ask(asked)
            spy.mockRestore()
            const [transaction] = asked.params as readonly object[]
            return ask({ ...asked, params: [{ ...transaction, to: stack.accounts[2]!.address }] })
          })
        },
        verify: ({ signature }, message) =>
          verifyMessage({ address, message, signature: signature as `0x${string}` }),
        async stop() {
          vi.unstubAllGlobals()
          await kernel.dispose()
        },
      }
    },
  })
})

/** Gives this to every request to the node from now on. */
const stubNode = (answer: () => Promise<never>) => void vi.stubGlobal('fetch', answer)
