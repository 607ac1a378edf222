import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, type ConnectorContribution } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { frameWallet } from '../src/index.js'
import { createTestFrame, origin } from './createTestFrame.js'

const network = (id: number) => ({
  id,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
})

/** The plugin that it needs beside it. */
export const others = () => [
  eip155({ networks: [network(31337), network(31338)], discovery: false, injected: false }),
]

/** Makes a page with the wallet's frame, and a kernel with the plugin. */
export function startPage(storage = memoryStorage()) {
  const frame = createTestFrame([31337, 31338])
  let isThere = true
  const find = () => (isThere ? frame.window : undefined)
  const kernel = createKernel([...others(), frameWallet('Frame wallet', find, origin)], {
    storage,
    logLevel: 'silent',
  })
  return {
    kernel,
    frame,
    connector: kernel.list(Connector).find(({ id }) => id === 'example.frame') as ConnectorContribution,
    remove() {
      isThere = false
    },
    async stop() {
      await kernel.dispose()
      frame.stop()
    },
  }
}

/** Time for a message to cross, and for what hears it to ask and read. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 30))
