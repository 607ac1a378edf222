import { createKernel } from '@latchkey/kernel'
import { Connector, type ConnectorContribution } from '@latchkey/kernel/plugin'
import { fakeStorage } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { createTestWallet } from '../dev/createTestWallet.js'
import { networks } from '../dev/networks.js'
import { __camel__ } from '../src/index.js'

const all = networks('http://127.0.0.1:9')

/** The plugins that it needs beside it. */
export const others = () => [eip155({ networks: all, discovery: false, injected: false })]

/** Puts the test wallet on the page, and makes a kernel with the plugin. */
export function startPage() {
  const wallet = createTestWallet(all.map(({ id }) => id))
  Reflect.set(globalThis, '__camel__', wallet.provider)
  const kernel = createKernel([...others(), __camel__()], { logLevel: 'silent', storage: fakeStorage() })
  return {
    kernel,
    wallet,
    connector: kernel.list(Connector).find(({ id }) => id === '__pluginId__') as ConnectorContribution,
    async stop() {
      await kernel.dispose()
      Reflect.deleteProperty(globalThis, '__camel__')
    },
  }
}

/** Time for what hears an event to ask the wallet and read its answer. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 20))
