import type { ListedWallet } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { Storage } from '@latchkey/kernel/plugin'
import { ConnectButton } from '@latchkey/ui-react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { byTestId, clickTestId, clickText, findTestId, until } from '../../../../ui-react/test/page.js'
import { codeFor, standingPairing } from '../../test/standingPairing.js'
import { ConnectingWalletConnectRoute } from '../connectingRoute.js'
import { storedLink } from '../storedLink.js'

const opened: [string, string][] = []
let isActive = true

beforeEach(() => {
  opened.length = 0
  isActive = true
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
  )
  vi.spyOn(navigator, 'userActivation', 'get').mockImplementation(() => ({ isActive }) as UserActivation)
  vi.spyOn(window, 'open').mockImplementation((href, target) => {
    opened.push([String(href).replace(/[?].*/, ''), String(target)])
    return null
  })
})
afterEach(() => {
  unmountAll()
  vi.restoreAllMocks()
})

const pairing = () => ({ uri: codeFor(240), renewsAt: Date.now() + 230_000 })

async function choose(links: ListedWallet['links'], shown = pairing()) {
  const bench = standingPairing({ pairing: shown })
  const kernel = testKernel([...bench.plugins])
  mountShell(kernel, <ConnectButton />)
  await findTestId('connect-button')
  const wallet = { id: 'river', name: 'River', ...(links ? { links } : {}) }
  kernel.get(Navigation).open(ConnectingWalletConnectRoute, { connectorId: 'walletConnect', wallet })
  return { ...bench, kernel }
}

const native = 'river://'
const universal = 'https://river.example'
const appLink = ['river://wc', '_top']
const webLink = ['https://river.example/wc', '_top']

function turn(visibilityState: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState)
  document.dispatchEvent(new Event('visibilitychange'))
}

it('opens the app, then its web link while the page stays and a tap stands behind it', async () => {
  const { kernel } = await choose({ native, universal })
  await until(() => opened.length === 2)
  expect(opened).toEqual([appLink, webLink])
  expect(kernel.get(Storage).read(storedLink)).toEqual({ native, universal })
})

it('opens nothing more once the pairing is over, however long the view stays', async () => {
  const { show } = await choose({ native, universal })
  await until(() => opened.length === 1)
  show(undefined)
  // Set after that of the web link, and as long: it can't ring first.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(opened).toEqual([appLink])
})

it('opens no web page over this one without a tap: the next tap does', async () => {
  isActive = false
  await choose({ native, universal })
  await until(() => byTestId('lk-open-again'))
  expect(opened).toEqual([appLink])
  isActive = true
  await clickTestId('lk-open-again')
  expect(opened).toEqual([appLink, webLink])
  await until(() => byTestId('lk-open-again'))
  await clickTestId('lk-open-again')
  expect(opened.slice(0, 3)).toEqual([appLink, webLink, appLink])
})

it.each([true, false])(
  'opens a wallet that has but a web link within a tap and never after a wait, activation: %s',
  async (active) => {
    isActive = active
    await choose({ universal })
    expect((await findTestId('lk-open-again')).textContent).toBe('Open River')
    expect(opened).toEqual([])
    isActive = true
    await clickTestId('lk-open-again')
    await until(() => opened.length === 1)
    expect(opened).toEqual([webLink])
  },
)

it('tries nothing else once the person has left for the app, and begins anew when they return', async () => {
  await choose({ native, universal })
  await until(() => opened.length === 1)
  turn('hidden')
  turn('visible')
  await findTestId('lk-open-again')
  expect(opened).toEqual([appLink])
  turn('hidden')
  turn('visible')
  await until(() => !byTestId('lk-open-again'))
  expect(document.body.textContent).toContain('Confirm the connection in River')
})

it('says after 3 s that it takes long, and offers another try after 5 s and not before', async () => {
  const later = new Map<unknown, () => void>()
  const schedule = window.setTimeout.bind(window) as (run: () => void, delay?: number) => number
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, delay?: number) => {
    if (delay !== 3_000 && delay !== 5_000) return schedule(run, delay)
    later.set(delay, run)
    return 0
  }) as unknown as typeof setTimeout)
  await choose({ native })
  await until(() => later.size === 2)
  const words = async () => (await findTestId('lk-open-app')).textContent ?? ''
  expect(await words()).toContain('Confirm the connection in River')
  expect(byTestId('lk-open-again')).toBeNull()
  later.get(3_000)?.()
  await until(() => byTestId('lk-open-app')?.textContent?.includes('This is taking longer than usual'))
  expect(byTestId('lk-open-again')).toBeNull()
  later.get(5_000)?.()
  await clickTestId('lk-open-again')
  expect(opened).toEqual([appLink, appLink])
})

it('leaves the app alone when a renewed code comes, and opens it with that one at a tap', async () => {
  const { show } = await choose({ native })
  await until(() => opened.length === 1)
  show({ uri: codeFor(500), renewsAt: Date.now() + 490_000 })
  await findTestId('lk-open-again')
  expect(opened).toHaveLength(1)
  await clickTestId('lk-open-again')
  await until(() => opened.length === 2)
  expect(vi.mocked(window.open).mock.calls[1]).not.toEqual(vi.mocked(window.open).mock.calls[0])
})

it.each([
  ['script', 'javascript:alert(1)//'],
  ['a page of its own', 'data:text/html,<script>alert(1)</script>'],
  ['a file', 'file:///etc/passwd'],
  ['an intent', 'intent://scan/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fevil.example;end'],
  ['a user', 'https://river.example@evil.example'],
  ['no encryption', 'http://river.example'],
])('offers the code alone for a link with %s, and opens nothing', async (_, link) => {
  await choose({ native: link, universal: link, webapp: link, desktop: link })
  await findTestId('lk-pairing-code')
  expect(document.querySelector('[role="tab"]')).toBeNull()
  expect(opened).toEqual([])
})

it('does not open the app of a wallet whose code was scanned instead', async () => {
  const { kernel } = await choose({ native })
  await until(() => opened.length === 1)
  await clickText('Show QR code')
  await findTestId('lk-pairing-code')
  await until(() => kernel.get(Storage).read(storedLink) === undefined)
})
