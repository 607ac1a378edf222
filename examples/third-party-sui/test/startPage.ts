import { createKernel, memoryStorage } from '@latchkey/kernel'
import {
  Connector,
  type ConnectorContribution,
  Namespace,
  type NamespaceContribution,
} from '@latchkey/kernel/plugin'
import { sui, suiTestnet } from '../src/index.js'
import { createLedger } from './createLedger.js'
import { createTestWallet, register, testAddresses } from './createTestWallet.js'
import { startNode } from './startNode.js'

export const [own, other] = testAddresses as [string, string]

/** Starts a node, puts a test wallet on a page, and starts a kernel with the plugin. */
export async function startPage({ decidesAtOnce = true, storage = memoryStorage() } = {}) {
  const ledger = createLedger({
    funds: { [own]: [3_000_000_000n, 1_000_000_000n], [other]: [1_000_000_000n] },
    decidesAtOnce,
  })
  const node = await startNode(ledger)
  const network = { ...suiTestnet, id: 'sui:localnet' as const, rpcUrls: [node.url] }
  Reflect.set(globalThis, 'window', new EventTarget())
  const wallet = createTestWallet()
  const remove = register(wallet.wallet)
  const kernel = createKernel([sui({ networks: [network] })], { storage, logLevel: 'silent' })
  await kernel.start()
  return {
    kernel,
    storage,
    ledger,
    node,
    wallet,
    remove,
    network,
    namespace: kernel.list(Namespace)[0] as NamespaceContribution,
    connector: kernel.list(Connector)[0] as ConnectorContribution,
    async stop() {
      await kernel.dispose()
      remove()
      Reflect.deleteProperty(globalThis, 'window')
      await node.stop()
    },
  }
}

/** Time for what hears an event to ask the wallet and read its answer. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 10))
