import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { type ReactNode, useMemo } from 'react'
import { afterEach, expect, it } from 'vitest'
import { type Chunk, createChunk } from '../chunk.js'
import { type ModalModule, ShellContext } from '../shellContext.js'
import { useShell } from '../useShell.js'
import { ModalHost } from './ModalHost.js'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { findView, until } from '../../test/page.js'

afterEach(unmountAll)

/** The shell of the provider above, with another chunk for the modal. */
function WithChunk({
  chunk,
  children,
}: {
  readonly chunk: Chunk<ModalModule>
  readonly children: ReactNode
}) {
  const shell = useShell()
  const changed = useMemo(() => ({ ...shell, modal: chunk }), [shell, chunk])
  return <ShellContext.Provider value={changed}>{children}</ShellContext.Provider>
}

it('loads its code once more when a plugin opens it after the first load failed', async () => {
  let isOffline = true
  let loads = 0
  const chunk = createChunk<ModalModule>(
    async () => {
      loads += 1
      if (isOffline) throw new Error('offline')
      return import('./modalChunk.js')
    },
    () => {},
  )
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  const navigation = kernel.get(Navigation)
  mountShell(
    kernel,
    <WithChunk chunk={chunk}>
      <ModalHost drawsModal />
    </WithChunk>,
    { modal: false },
  )
  chunk.load()
  await until(() => chunk.state.status === 'failed')
  // Still offline: nothing can be shown, so nothing stays open.
  const before = loads
  await until(() => navigation.open(ConnectRoute))
  await until(() => !navigation.state.open)
  await until(() => chunk.state.status === 'failed')
  expect(loads).toBe(before + 1)
  isOffline = false
  navigation.open(ConnectRoute)
  await findView('Connect')
  expect(navigation.state.open).toBe(true)
})
