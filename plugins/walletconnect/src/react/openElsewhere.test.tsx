import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { ConnectButton } from '@latchkey/ui-react'
import { afterEach, expect, it, vi } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { clickTestId, findTestId, until } from '../../../../ui-react/test/page.js'
import { codeFor, standingPairing } from '../../test/standingPairing.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'

afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const links: Readonly<Record<'web' | 'desktop', NonNullable<ListedWallet['links']>>> = {
  web: { webapp: 'https://river.example/app' },
  desktop: { desktop: 'river://' },
}

it.each(['web', 'desktop'] as const)(
  'opens a wallet on the %s within a tap, never by itself after the code was waited for',
  async (kind) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const bench = standingPairing({})
    const kernel = testKernel([...bench.plugins])
    mountShell(kernel, <ConnectButton />)
    await findTestId('connect-button')
    const wallet = { id: 'river', name: 'River', links: links[kind] }
    kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId: 'walletConnect', wallet })
    await clickTestId(`lk-pairing-tab-${kind}`)
    const button = (await findTestId(`lk-open-${kind}-button`)) as HTMLButtonElement
    expect(button.disabled).toBe(true)
    bench.show({ uri: codeFor(240), renewsAt: Date.now() + 230_000 })
    await until(() => !button.disabled)
    expect(open).not.toHaveBeenCalled()
    button.click()
    expect(open).toHaveBeenCalledOnce()
    expect(String(open.mock.calls[0]?.[0])).toMatch(
      kind === 'web' ? /^https:\/\/river\.example\/app/ : /^river:\/\//,
    )
  },
)
