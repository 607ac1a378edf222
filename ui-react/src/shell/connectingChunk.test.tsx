import { ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { type ReactNode, useMemo, useState } from 'react'
import { userEvent } from 'vitest/browser'
import { afterEach, expect, it } from 'vitest'
import { alice, fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickText, findTestId, findText, findView, until } from '../../test/page.js'
import { AccountButton } from '../buttons/AccountButton.js'
import { createChunk } from '../chunk.js'
import { type ConnectingModule, ShellContext } from '../shellContext.js'
import { useShell } from '../useShell.js'
import { ModalHost } from './ModalHost.js'

afterEach(unmountAll)

interface Network {
  isOffline: boolean
  loads: number
}

/** The shell of the provider above, whose code for connecting comes over a network that can be down. */
function Over({ network, children }: { readonly network: Network; readonly children: ReactNode }) {
  const shell = useShell()
  const [connecting] = useState(() =>
    createChunk<ConnectingModule>(
      async () => {
        network.loads += 1
        if (network.isOffline) throw new Error('offline')
        return import('./connectingChunk.js')
      },
      (error) => shell.report('The code for connecting could not be loaded.', error),
    ),
  )
  const changed = useMemo(() => ({ ...shell, connecting }), [shell, connecting])
  return <ShellContext.Provider value={changed}>{children}</ShellContext.Provider>
}

it('shows the address at once, and keeps it where picture, name and balance can’t be loaded', async () => {
  const network = { isOffline: true, loads: 0 }
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'a' })
  mountShell(
    kernel,
    <Over network={network}>
      <AccountButton />
    </Over>,
    { modal: false },
  )
  const button = await findTestId('account-button')
  await until(() => network.loads > 0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const short = `${alice.slice(0, 6)}…${alice.slice(-4)}`
  expect(button.textContent).toBe(short)
  expect(button.getAttribute('aria-label')).toContain(short)
  expect(byTestId('account-balance')).toBeNull()
})

it('keeps the button and its focus while picture and balance come', async () => {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'a' })
  mountShell(kernel, <AccountButton />)
  const button = await findTestId('account-button')
  button.focus()
  await findTestId('account-balance')
  expect(byTestId('account-button')).toBe(button)
  expect(document.activeElement).toBe(button)
})

it('asks for no code of accounts before there is one', async () => {
  const network = { isOffline: false, loads: 0 }
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
  mountShell(
    kernel,
    <Over network={network}>
      <AccountButton />
    </Over>,
    { modal: false },
  )
  await kernel.start()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(network.loads).toBe(0)
  await kernel.get(Session).connect({ connectorId: 'a' })
  await findTestId('account-balance')
  expect(network.loads).toBe(1)
})

it('says that the view of a chosen wallet can’t be loaded, and goes on once it can', async () => {
  const network = { isOffline: true, loads: 0 }
  const wallet = fakeWallet('a')
  const kernel = testKernel([fakeChain({ wallets: [wallet] })])
  mountShell(
    kernel,
    <Over network={network}>
      <ModalHost drawsModal />
    </Over>,
    { modal: false },
  )
  const navigation = kernel.get(Navigation)
  await until(() => navigation.state.open || navigation.open(ConnectRoute))
  await findView('Connect')
  // Asked for ahead, beside the list, which stays as it is.
  await until(() => network.loads > 0)
  await userEvent.click(await findTestId('wallet-selector-a'))
  await findText('Try again')
  expect(kernel.get(Session).state.connections).toHaveLength(0)
  network.isOffline = false
  await clickText('Try again')
  await until(() => kernel.get(Session).state.connections.length === 1)
})
