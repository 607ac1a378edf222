import { ConnectRoute, Navigation, Networks, NetworksRoute, Session } from '@latchkey/kernel/wallet'
import { definePlugin, View } from '@latchkey/kernel/plugin'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NetworkButton } from '../buttons/NetworkButton.js'
import type { KernelProviderProps } from '../KernelProvider.js'
import { ConnectMethods } from '../slots.js'
import { view } from '../view.js'
import { base, ethereum, fakeChain, fakeWallet, solana } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, dialog, findTestId, findText, findView, until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

const login = definePlugin({
  id: 'test.login',
  kernel: '^1.0.0',
  setup(context) {
    const load = async () => ({ default: () => <p>With email</p> })
    context.add(View, view(ConnectMethods, { id: 'test.email', load }))
  },
})

async function connecting(props: Partial<KernelProviderProps>) {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a', { name: 'Installed' })] }), login])
  mountShell(kernel, null, props)
  await until(() => kernel.get(Navigation).draws(ConnectRoute.name))
  kernel.get(Navigation).open(ConnectRoute)
  await findView('Connect')
  await findText('With email')
}

describe('the ways to connect', () => {
  it('list wallets and offer the guide unless the host says otherwise', async () => {
    await connecting({})
    expect(await findText('Installed')).toBeTruthy()
    expect(byTestId('lk-header-help')).not.toBeNull()
  })

  it('leave the wallets out when the host turns them off', async () => {
    await connecting({ connect: { wallets: false } })
    expect(document.body.textContent).not.toContain('Installed')
  })

  it('leave the guide out when the host turns it off', async () => {
    await connecting({ connect: { walletGuide: false } })
    await findText('Installed')
    expect(byTestId('lk-header-help')).toBeNull()
  })
})

describe('choosing a network', () => {
  async function connected() {
    const wallet = fakeWallet('a')
    const kernel = testKernel([fakeChain({ networks: [ethereum, base], wallets: [wallet] })])
    mountShell(kernel, <NetworkButton />, { networkSwitch: false })
    await kernel.start()
    await kernel.get(Session).connect({ connectorId: 'a' })
    return kernel
  }

  it('is not offered when the host turns it off', async () => {
    const kernel = await connected()
    const button = (await findTestId('lk-network-button')) as HTMLButtonElement
    await until(() => button.textContent?.includes('Ethereum'))
    expect(button.disabled).toBe(true)
    kernel.get(Navigation).open({ name: 'Account' })
    await findView('Account')
    expect((await findTestId('lk-network-row')).matches('button, :has(button)')).toBe(false)
    expect(byTestId('lk-account-select-network')).toBeNull()
  })
})

describe('a host that blocks networks it doesn’t list', () => {
  it('gets a view of the wallet that stands there, when the app has moved to a chain without a wallet', async () => {
    const wallet = fakeWallet('s', { namespaces: ['solana'] })
    const kernel = testKernel([fakeChain({ solana: true, wallets: [wallet] })])
    mountShell(kernel, null, { blockUnsupportedNetwork: true })
    await until(() => kernel.get(Navigation).draws('UnsupportedChain'))
    await kernel.get(Session).connect({ connectorId: 's' })
    await kernel.get(Networks).switch(ethereum.id)
    wallet.change({ networks: { solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } })
    await findView('UnsupportedChain')
    await findTestId(`lk-network-${solana.id}`)
    expect(byTestId(`lk-network-${ethereum.id}`)).toBeNull()
    await clickTestId('disconnect-button')
    await until(() => dialog() === null)
    expect(kernel.get(Session).state.connections).toEqual([])
  })
})

describe('a host that shows the views itself', () => {
  it('has no modal', async () => {
    const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    mountShell(kernel, <NetworkButton />, { modal: false })
    await clickTestId('lk-network-button')
    expect(kernel.get(Navigation).state.entries.at(-1)?.name).toBe(NetworksRoute.name)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(dialog()).toBeNull()
  })
})
