import { definePlugin, Navigation, Session } from '@latchkey/kernel/plugin'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectButton } from './buttons/ConnectButton.js'
import { KernelProvider } from './KernelProvider.js'
import { NetworkButton } from './buttons/NetworkButton.js'
import { fakeChain, fakeWallet } from '../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../test/mount.js'
import { clickTestId, findView, until } from '../test/page.js'

afterEach(unmountAll)

describe('KernelProvider', () => {
  it('starts the kernel once under StrictMode, and never disposes it', async () => {
    const starts: number[] = []
    const counter = definePlugin({
      id: 'test.counter',
      kernel: '^1.0.0',
      setup: () => ({ start: () => void starts.push(1) }),
    })
    const kernel = testKernel([counter])
    const mounted = mountShell(kernel, <ConnectButton />)
    await until(() => kernel.state.phase === 'started')
    mounted.unmount()
    expect(kernel.state.phase).toBe('started')
    expect(kernel.get(Navigation).draws('Connect')).toBe(false)
    mountShell(kernel, <ConnectButton />)
    await until(() => kernel.get(Navigation).draws('Connect'))
    expect(starts).toEqual([1])
  })

  it('hydrates what a server rendered without a mismatch, and works afterwards', async () => {
    const make = () => testKernel([fakeChain({ wallets: [fakeWallet('a')] })])
    const node = (kernel: ReturnType<typeof make>) => (
      <StrictMode>
        <KernelProvider kernel={kernel}>
          <ConnectButton />
          <NetworkButton />
        </KernelProvider>
      </StrictMode>
    )
    const container = document.createElement('div')
    container.innerHTML = renderToString(node(make()))
    document.body.append(container)
    const mismatches: unknown[] = []
    const kernel = make()
    const root = hydrateRoot(container, node(kernel), {
      onRecoverableError: (error) => mismatches.push(error),
    })
    await until(() => kernel.get(Navigation).draws('Connect'))
    await clickTestId('connect-button')
    await findView('Connect')
    expect(mismatches).toEqual([])
    root.unmount()
    container.remove()
  })

  it('follows the theme the host gives, and what a hook sets until the host gives another', async () => {
    const kernel = testKernel([fakeChain()])
    const mounted = mountShell(kernel, <ConnectButton />, { theme: 'light' })
    const theme = () => document.querySelector<HTMLElement>('[data-latchkey]')?.dataset['theme']
    await until(() => theme() === 'light')
    mounted.render(
      <KernelProvider kernel={kernel} theme="system">
        <ConnectButton />
      </KernelProvider>,
    )
    await until(() => theme() === 'system')
    expect(kernel.get(Session).state.connections).toEqual([])
  })
})
