import { type Relay, startRelay } from '@latchkey/devstack/relay'
import { createWalletConnectWallet, type WalletConnectWallet } from '@latchkey/testkit/walletconnect'
import { devices, type Frame, type Page } from '@playwright/test'
import { expect, test as base } from './fixtures.js'

const { defaultBrowserType: _iphone, ...iphone } = devices['iPhone 13']
const { defaultBrowserType: _pixel, ...pixel } = devices['Pixel 7']

/** A wallet with every kind of link. */
const everywhere = {
  id: 'everywhere',
  name: 'Everywhere Wallet',
  homepage: 'https://everywhere.example/',
  links: {
    native: 'everywhere://',
    universal: 'https://link.everywhere.example',
    webapp: 'https://web.everywhere.example',
    desktop: 'everywhere-desktop://',
  },
  stores: {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=everywhere',
  },
}

interface Fixtures {
  readonly relay: Relay
  readonly wallet: WalletConnectWallet
  /** Opens the app and the wallet's row of the list. */
  readonly openWallet: () => Promise<void>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  relay: async ({}, use) => {
    const relay = await startRelay()
    await use(relay)
    await relay.stop()
  },
  wallet: async ({ relay }, use) => {
    const policies = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
    const networks = { eip155: ['eip155:31337', 'eip155:31338'] }
    const wallet = await createWalletConnectWallet({ relayUrl: relay.url, policies, networks })
    await use(wallet)
    await wallet.close()
  },
  openWallet: async ({ page, openApp, relay }, use) => {
    await use(async () => {
      await recordLinks(page)
      await page.clock.install()
      await openApp({ noWallet: true, app: { relayUrl: relay.url, directory: { custom: [everywhere] } } })
      await chooseWallet(page)
    })
  },
})

// A click is two messages to the browser. A sheet that grows between them, as a button comes into it, takes the button away from
// under the second, and nothing is clicked.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/**
 * No app of a phone is here to open: the links are kept instead of followed. Browsers forget a tap after some seconds of
 * their own clock; here it lasts, or counts for nothing.
 */
async function recordLinks(page: Page, isActive = true): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, 'userActivation', {
      configurable: true,
      get: () => ({ isActive: value }),
    })
    const opened: [string, string][] = []
    Object.assign(window, { opened })
    window.open = (href, target) => {
      opened.push([String(href), String(target)])
      return null
    }
  }, isActive)
}

async function chooseWallet(view: Page | Frame): Promise<void> {
  await view.getByTestId('connect-button').click()
  await view.getByTestId('all-wallets').click()
  await view.getByTestId('lk-directory-everywhere').click()
}

const opened = (view: Page | Frame) =>
  view.evaluate(() => (window as unknown as { opened: [string, string][] }).opened)

/** The pairing uri in a link. */
function uriOf(link: string | undefined, decodings = 1): string {
  const [, encoded = ''] = /[?&]uri=([^&]+)/.exec(link ?? '') ?? []
  return Array.from({ length: decodings }).reduce<string>((text) => decodeURIComponent(text), encoded)
}

async function expectOpened(view: Page | Frame, count: number): Promise<[string, string][]> {
  await expect.poll(async () => (await opened(view)).length).toBeGreaterThanOrEqual(count)
  return opened(view)
}

test.describe('a button of one wallet', () => {
  test.use(iphone)

  test('a button of one wallet opens its app', async ({ page, openApp, relay, wallet }) => {
    await recordLinks(page)
    const app = { relayUrl: relay.url, directory: { custom: [everywhere] }, walletButton: 'everywhere' }
    await openApp({ noWallet: true, app })
    const button = page.getByTestId('wallet-button')
    await expect(button).toContainText('Everywhere Wallet')
    await button.click()
    const [[link] = []] = await expectOpened(page, 1)
    expect(link).toMatch(/^everywhere:\/\/wc\?uri=wc%3A/)
    await wallet.pair(uriOf(link))
    await expect(page.getByTestId('status')).toHaveText('connected')
  })
})

for (const [name, device] of [
  ['iOS Safari', iphone],
  ['Android Chrome', pixel],
] as const) {
  test.describe(name, () => {
    test.use(device)

    test('opens the app, then its web link, tells when it takes long, and opens it for each request', async ({
      page,
      openWallet,
      wallet,
    }) => {
      await openWallet()
      const [first] = await expectOpened(page, 1)
      expect(first?.[0]).toMatch(/^everywhere:\/\/wc\?uri=wc%3A/)
      expect(first?.[1]).toBe('_self')
      const view = page.getByTestId('lk-open-app')
      await expect(view).toContainText('Confirm the connection in Everywhere Wallet')
      await page.clock.fastForward(1_500)
      const [, second] = await expectOpened(page, 2)
      expect(second?.[0]).toMatch(/^https:\/\/link\.everywhere\.example\/wc\?uri=wc%3A/)
      await page.clock.fastForward(1_500)
      await expect(view).toContainText('taking longer than usual')
      await page.clock.fastForward(2_000)
      await page.getByTestId('lk-open-again').click()
      const links = await expectOpened(page, 3)
      expect(links[2]).toEqual(links[0])
      await expect(view).not.toContainText('taking longer than usual')

      await wallet.pair(uriOf(links[0]?.[0]))
      await expect(page.getByTestId('status')).toHaveText('connected')
      const before = (await opened(page)).length
      const [session] = wallet.sessions
      for (const count of [1, 2]) {
        await page.getByTestId('sign-message').click()
        const all = await expectOpened(page, before + count)
        const [href = '', target] = all.at(-1) ?? []
        expect(href).toMatch(new RegExp(`^everywhere://wc\\?requestId=\\d+&sessionTopic=${session?.topic}$`))
        expect(target).toBe('_self')
        await expect.poll(() => wallet.answers.filter(({ kind }) => kind === 'request').length).toBe(count)
      }
      const requests = (await opened(page)).slice(before).map(([href]) => href)
      expect(new Set(requests).size).toBe(2)
    })

    test('opens the app when it is asked for a network that the session lacks', async ({
      page,
      openWallet,
      wallet,
    }) => {
      wallet.setPolicies({ proposal: { approve: { chains: ['eip155:31337'] } }, request: 'queue' })
      await openWallet()
      const [first] = await expectOpened(page, 1)
      await wallet.pair(uriOf(first?.[0]))
      await expect(page.getByTestId('network')).toHaveText('eip155:31337')
      const before = (await opened(page)).length
      await page.getByTestId('lk-network-button').click()
      await page.getByTestId('lk-network-eip155:31338').click()
      const [href] = (await expectOpened(page, before + 1)).at(-1) ?? []
      expect(href).toMatch(/^everywhere:\/\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/)
      await (await wallet.next('request')).approve()
      await expect(page.getByTestId('network')).toHaveText('eip155:31338')
      expect(await opened(page)).toHaveLength(before + 1)
    })

    test('offers the web page and the store, and the code', async ({ page, openWallet, wallet }) => {
      await openWallet()
      await expectOpened(page, 1)
      const store = name === 'iOS Safari' ? everywhere.stores.ios : everywhere.stores.android
      await expect(page.getByTestId('lk-get-wallet')).toHaveAttribute('href', store)
      await expect(page.getByRole('tab')).toHaveText(['Mobile', 'Web'])
      await page.getByTestId('lk-pairing-tab-web').click()
      await page.getByTestId('lk-open-web-button').click()
      await expect
        .poll(async () => (await opened(page)).at(-1)?.[0])
        .toMatch(/^https:\/\/web\.everywhere\.example\/wc\?uri=/)
      const [href, target] = (await opened(page)).at(-1) ?? []
      expect(target).toBe('_blank')
      await page.getByTestId('lk-pairing-tab-app').click()
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.getByTestId('copy-wc2-uri').click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uriOf(href))
      await wallet.pair(uriOf(href))
      await expect(page.getByTestId('status')).toHaveText('connected')
      // Connected by the code: the wallet is across the room and is not opened here.
      const before = (await opened(page)).length
      await page.getByTestId('sign-message').click()
      await expect(page.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
      expect(await opened(page)).toHaveLength(before)
    })

    test('finds the answer it missed while it was in the background, on returning', async ({
      page,
      openWallet,
      relay,
      wallet,
    }) => {
      await openWallet()
      const [first] = await expectOpened(page, 1)
      relay.setFaults({ drop: { tags: [1101], times: 1 } })
      await wallet.pair(uriOf(first?.[0]))
      await expect.poll(() => relay.stats().dropped[1101]).toBe(1)
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByTestId('status')).toHaveText('connected')
    })
  })
}

test.describe('a wallet that connects in its own browser alone', () => {
  test.use(iphone)

  test('is given this page, and nothing is paired', async ({ page, openApp, relay, problems }) => {
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await recordLinks(page)
    const links = { inAppBrowser: 'https://inside.example/ul/browse/{url}?ref={ref}' }
    const custom = [{ ...everywhere, links }]
    await openApp({ noWallet: true, path: '/?from=ETH', app: { relayUrl: relay.url, directory: { custom } } })
    await chooseWallet(page)
    await expect(page.getByTestId('lk-open-inside')).toContainText(/will open in .*browser/)
    expect(await opened(page)).toEqual([])
    await page.getByTestId('lk-open-inside-button').click()
    const [[href, target] = []] = await expectOpened(page, 1)
    const url = encodeURIComponent(page.url())
    const ref = encodeURIComponent(new URL(page.url()).origin)
    expect([href, target]).toEqual([`https://inside.example/ul/browse/${url}?ref=${ref}`, '_blank'])
    expect(sockets).toEqual([])
    expect(problems).toEqual([])
  })
})

test.describe('Telegram on Android', () => {
  test.use(pixel)

  test('opens the web link beside the app, encoded twice', async ({ page, openWallet, wallet }) => {
    await page.addInitScript(() => Object.assign(window, { TelegramWebviewProxy: {} }))
    await openWallet()
    // A web page is only ever opened by a tap: after a wait, browsers block it.
    expect(await opened(page)).toEqual([])
    await page.getByTestId('lk-open-again').click()
    const [first] = await expectOpened(page, 1)
    expect(first?.[0]).toMatch(/^https:\/\/link\.everywhere\.example\/wc\?uri=wc%253A/)
    expect(first?.[1]).toBe('_blank')
    await wallet.pair(uriOf(first?.[0], 2))
    await expect(page.getByTestId('status')).toHaveText('connected')
  })
})

test.describe('a phone that forgot the tap', () => {
  test.use(iphone)

  test('opens the app, and its web link only at the next tap', async ({ page, openApp, relay, wallet }) => {
    await recordLinks(page, false)
    await page.clock.install()
    await openApp({ noWallet: true, app: { relayUrl: relay.url, directory: { custom: [everywhere] } } })
    await chooseWallet(page)
    await expectOpened(page, 1)
    await page.clock.fastForward(5_000)
    const again = page.getByTestId('lk-open-again')
    await expect(again).toBeVisible()
    expect(await opened(page)).toHaveLength(1)
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'userActivation', { get: () => ({ isActive: true }) }),
    )
    await again.click()
    const [, second] = await expectOpened(page, 2)
    expect(second?.[0]).toMatch(/^https:\/\/link\.everywhere\.example\/wc\?uri=wc%3A/)
    expect(second?.[1]).toBe('_self')
    await wallet.pair(uriOf(second?.[0]))
    await expect(page.getByTestId('status')).toHaveText('connected')
  })
})

test.describe('inside a frame on a phone', () => {
  test.use(iphone)

  test('opens the app from the top, as a frame may not leave', async ({ page, relay, wallet, chains }) => {
    const { configure } = await import('./fixtures.js')
    await recordLinks(page)
    await configure(page, {
      chains: [chains.main.chain, chains.second.chain],
      relayUrl: relay.url,
      directory: { custom: [everywhere] },
    })
    const host = `${process.env['LATCHKEY_E2E_URL']}/host-of-a-frame`
    const body = `<!doctype html><iframe src="/" width="390" height="800"></iframe>`
    await page.route(host, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(host)
    await expect.poll(() => page.frames().length).toBe(2)
    const [, frame] = page.frames()
    if (!frame) throw new Error('The app is in no frame.')
    await chooseWallet(frame)
    const [first] = await expectOpened(frame, 1)
    expect(first?.[0]).toMatch(/^everywhere:\/\/wc\?uri=/)
    expect(first?.[1]).toBe('_top')
    await wallet.pair(uriOf(first?.[0]))
    await expect(frame.getByTestId('status')).toHaveText('connected')
  })
})

test.describe('on a computer', () => {
  test('offers code, web page and desktop app, and every store', async ({ page, openWallet, wallet }) => {
    await openWallet()
    await expect(page.getByRole('tab')).toHaveText(['Code', 'Web', 'Desktop'])
    await expect(page.getByTestId('lk-pairing-code')).toBeVisible()
    await page.getByTestId('lk-get-wallet').click()
    await expect(page.getByTestId('lk-download-ios')).toHaveAttribute('href', everywhere.stores.ios)
    await expect(page.getByTestId('lk-download-website')).toHaveAttribute('href', everywhere.homepage)
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByTestId('lk-pairing-tab-desktop').click()
    await page.getByTestId('lk-open-desktop-button').click()
    const [first] = await expectOpened(page, 1)
    expect(first?.[0]).toMatch(/^everywhere-desktop:\/\/wc\?uri=/)
    expect(first?.[1]).toBe('_blank')
    await wallet.pair(uriOf(first?.[0]))
    await expect(page.getByTestId('status')).toHaveText('connected')
  })
})
