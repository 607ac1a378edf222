import { createKernel, type PluginInput } from '@latchkey/kernel'
import { fakeStorage } from '@latchkey/kernel/testing'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { example } from '../guide/chain/example-2.js'
import { createExampleApi } from './createExampleApi.js'
import { exampleNetwork } from './exampleNetwork.js'

/** Puts a wallet on the page, and starts a kernel with the chain of the guide. */
export async function startPage(...plugins: readonly PluginInput[]) {
  const wallet = createExampleApi()
  Reflect.set(globalThis, 'exampleWallet', wallet.api)
  const options = { logLevel: 'silent', storage: fakeStorage() } as const
  const kernel = createKernel([example([exampleNetwork()]), ...plugins], options)
  await kernel.start()
  return {
    kernel,
    wallet,
    wallets: kernel.get(Wallets),
    connect: () => kernel.get(Session).connect({ connectorId: 'com.example.chain.wallet' }),
    remove: () => void Reflect.deleteProperty(globalThis, 'exampleWallet'),
    async stop() {
      await kernel.dispose()
      Reflect.deleteProperty(globalThis, 'exampleWallet')
    },
  }
}
