import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { vi } from 'vitest'

/** A page on which one wallet is connected. */
export async function openPage(plugin: PluginInput, show: () => () => void) {
  vi.stubGlobal('window', new EventTarget())
  const hide = show()
  const kernel = createKernel([plugin], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  await vi.waitFor(() => {
    if (kernel.list(Connector).length === 0) throw new Error('No wallet has shown itself.')
  })
  await kernel.get(Session).connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
  return {
    session: kernel.get(Session),
    wallets: kernel.get(Wallets),
    async stop() {
      await kernel.dispose()
      hide()
      vi.unstubAllGlobals()
    },
  }
}
