import { createKernel } from '@latchkey/kernel'
import { Session } from '@latchkey/kernel/wallet'
import { fakeStorage } from '@latchkey/kernel/testing'
import { eip155 } from '@latchkey/plugin-eip155'
import { KernelProvider } from '@latchkey/ui-react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createTestWallet } from '../dev/createTestWallet.js'
import { networks } from '../dev/networks.js'
import { plugin } from '../dev/plugin.js'
import { testWalletPlugin } from '../dev/testWalletPlugin.js'

const all = networks('http://127.0.0.1:9')

/** Makes a kernel with the plugin, and connects the test wallet. */
export async function startPage() {
  const wallet = createTestWallet(all.map(({ id }) => id))
  const chain = eip155({ networks: all, discovery: false, injected: false })
  const options = { logLevel: 'silent', storage: fakeStorage() } as const
  const kernel = createKernel([chain, testWalletPlugin(wallet), plugin()], options)
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'test.wallet' })
  return { kernel, wallet, session: kernel.get(Session) }
}

type Page = Awaited<ReturnType<typeof startPage>>

/** Draws something of the plugin into a page of its own. */
export async function draw({ kernel }: Pick<Page, 'kernel'>, children: ReactNode) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<KernelProvider kernel={kernel}>{children}</KernelProvider>))
  return {
    host,
    async remove() {
      await act(async () => root.unmount())
      host.remove()
    },
  }
}
