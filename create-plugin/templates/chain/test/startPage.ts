import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createKernel, type Kernel } from '@latchkey/kernel'
import {
  Connector,
  type ConnectorContribution,
  Namespace,
  type NamespaceContribution,
} from '@latchkey/kernel/plugin'
import { fakeStorage } from '@latchkey/kernel/testing'
import { createLedger } from '../dev/createLedger.js'
import { createNodeServer } from '../dev/createNodeServer.js'
import { createTestWallet, testAddresses } from '../dev/createTestWallet.js'
import { localnet } from '../dev/localnet.js'
import { __camel__ } from '../src/index.js'

export const [own, other] = testAddresses as [string, string]

/** Starts a node, puts the test wallet on the page, and makes a kernel with the plugin. */
export async function startPage({ decidesAtOnce = true } = {}) {
  const ledger = createLedger({
    networkId: '__id__:localnet',
    funds: { [own]: 1_000n, [other]: 1_000n },
    decidesAtOnce,
  })
  const node = createNodeServer(ledger)
  const server = createServer((request, response) => void node.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const nodeUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wallet = createTestWallet(nodeUrl)
  Reflect.set(globalThis, '__camel__Wallet', wallet.provider)
  const network = localnet(nodeUrl)
  const kernel: Kernel = createKernel([__camel__({ networks: [network] })], {
    logLevel: 'silent',
    storage: fakeStorage(),
  })
  return {
    kernel,
    namespace: kernel.list(Namespace)[0] as NamespaceContribution,
    connector: kernel.list(Connector)[0] as ConnectorContribution,
    network,
    ledger,
    node,
    wallet,
    async stop() {
      await kernel.dispose()
      Reflect.deleteProperty(globalThis, '__camel__Wallet')
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Time for what hears an event to ask the wallet and read its answer. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 10))
