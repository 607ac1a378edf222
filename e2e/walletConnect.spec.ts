import { type Relay, startRelay } from '@latchkey/devstack/relay'
import {
  createWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@latchkey/testkit/walletconnect'
import type { BrowserContext, Page } from '@playwright/test'
import { type Hex, parseEther, verifyMessage } from 'viem'
import { configure, expect, test as base } from './fixtures.js'
import { dialog } from './page.js'

interface Fixtures {
  readonly relay: Relay
  readonly wallet: WalletConnectWallet
  readonly walletOptions: Partial<WalletConnectWalletOptions>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  relay: async ({}, use) => {
    const relay = await startRelay()
    await use(relay)
    await relay.stop()
  },
  walletOptions: [{}, { option: true }],
  wallet: async ({ relay, walletOptions }, use) => {
    const policies = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
    const networks = { eip155: ['eip155:31337', 'eip155:31338'] }
    const options = { relayUrl: relay.url, policies, networks, ...walletOptions }
    const wallet = await createWalletConnectWallet(options)
    await use(wallet)
    await wallet.close()
  },
})

/** Opens the code and takes the link beside it, as a person would who pastes it into a wallet. */
async function shownUri(page: Page, context: BrowserContext): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await expect(page.getByTestId('lk-pairing-code')).toBeVisible()
  await page.getByTestId('copy-wc2-uri').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function openCode(page: Page): Promise<void> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletConnect').click()
}

test('a wallet across the room connects, signs, is there after a reload, and ends it', async ({
  page,
  context,
  openApp,
  relay,
  wallet,
  problems,
  requests,
}) => {
  const sdk: string[] = []
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return
    const body = await response.text().catch(() => '')
    if (body.includes('wc_sessionPropose')) sdk.push(response.url())
  })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).origin))

  await openApp({ noWallet: true, app: { relayUrl: relay.url } })
  await page.getByTestId('connect-button').click()
  await expect(page.getByTestId('wallet-selector-walletConnect')).toBeVisible()
  expect({ sdk, sockets }).toEqual({ sdk: [], sockets: [] })

  await page.getByTestId('wallet-selector-walletConnect').click()
  const uri = await shownUri(page, context)
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await expect(page.getByTestId('lk-pairing-time')).toHaveText(/^\s*$/)
  expect(sdk).not.toEqual([])

  await wallet.pair(uri)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByTestId('status')).toHaveText('connected')
  const [address] = wallet.signers[0]?.addresses('eip155:31337') ?? []
  await expect(page.getByTestId('address')).toHaveText(address as string)
  await expect(page.getByTestId('balance')).toHaveText(/^\d[\d.]* ETH$/)

  await page.getByTestId('sign-message').click()
  const result = page.getByTestId('result')
  await expect(result).toHaveText(/^0x[0-9a-f]{130}$/)
  const signature = (await result.textContent()) as Hex
  expect(await verifyMessage({ address: address as Hex, message: 'Hello, Latchkey', signature })).toBe(true)

  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  await page.getByTestId('sign-message').click()
  await expect(result).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(wallet.answers.map(({ kind }) => kind)).toEqual(['proposal', 'request', 'request'])

  const [session] = wallet.sessions
  await wallet.disconnect(session?.topic as string)
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('disconnected')

  expect(new Set(sockets)).toEqual(new Set([new URL(relay.url).origin]))
  const hosts = requests.filter((url) => /^https?:/.test(url)).map((url) => new URL(url).hostname)
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']))
  expect(page.frames()).toHaveLength(1)
  expect(wallet.errors).toEqual([])
  expect(problems).toEqual([])
})

test('a button of one wallet shows the code, is connected after a reload, and opens the account', async ({
  page,
  context,
  openApp,
  relay,
  wallet,
  problems,
}) => {
  await openApp({ noWallet: true, app: { relayUrl: relay.url, walletButton: 'rainbow' } })
  const button = page.getByTestId('wallet-button')
  await expect(button).toContainText('Rainbow')
  await button.click()
  await wallet.pair(await shownUri(page, context))
  await expect(page.getByTestId('status')).toHaveText('connected')
  await page.reload()
  await expect(page.getByTestId('status')).toHaveText('connected')
  expect(problems).toEqual([])
})

test('two tabs have one session: made in one, found by the other, after reloads too', async ({
  page,
  context,
  chains,
  openApp,
  relay,
  wallet,
  problems,
}) => {
  const app = { relayUrl: relay.url, chains: [chains.main.chain, chains.second.chain] }
  await openApp({ noWallet: true, app })
  await page.evaluate(() => localStorage.setItem('my-walletconnect-setting', 'the host’s'))
  const other = await context.newPage()
  await configure(other, app)
  await other.goto(page.url())
  await openCode(other)
  await expect(other.getByTestId('lk-pairing-code')).toBeVisible()

  await page.bringToFront()
  await openCode(page)
  await wallet.pair(await shownUri(page, context))
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('status')).toHaveText('connected')
    await expect(dialog(tab)).toBeHidden()
  }
  for (const tab of [other, page]) {
    await tab.reload()
    await expect(tab.getByTestId('status')).toHaveText('connected')
    await tab.getByTestId('sign-message').click()
    await expect(tab.getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  }
  expect(wallet.sessions).toHaveLength(1)
  expect(wallet.answers.map(({ kind }) => kind)).toEqual(['proposal', 'request', 'request'])
  expect(await page.evaluate(() => localStorage.getItem('my-walletconnect-setting'))).toBe('the host’s')

  await wallet.disconnect(wallet.sessions[0]?.topic as string)
  for (const tab of [page, other]) await expect(tab.getByTestId('status')).toHaveText('disconnected')
  expect(wallet.errors).toEqual([])
  expect(problems).toEqual([])
})

test('a refusal is told calmly, and the next code connects', async ({
  page,
  context,
  openApp,
  relay,
  wallet,
}) => {
  wallet.setPolicies({ proposal: 'reject' })
  await openApp({ noWallet: true, app: { relayUrl: relay.url } })
  await openCode(page)
  await wallet.pair(await shownUri(page, context))
  await expect(dialog(page)).toContainText(/declined/i)
  wallet.setPolicies({ proposal: 'approve' })
  await page.getByTestId('lk-pairing-retry').click()
  await wallet.pair(await shownUri(page, context))
  await expect(page.getByTestId('status')).toHaveText('connected')
})

test('a relay that is down is said, and the installed wallet still connects', async ({
  page,
  openApp,
  relay,
}) => {
  await relay.pause()
  await openApp({ app: { relayUrl: relay.url } })
  await openCode(page)
  await expect(page.getByTestId('lk-pairing-failed')).toContainText('RELAY_UNREACHABLE')
  await dialog(page).getByRole('button', { name: 'Choose another wallet' }).click()
  await dialog(page)
    .getByRole('button', { name: /Test wallet/ })
    .click()
  await expect(page.getByTestId('status')).toHaveText('connected')
})

test('a wallet is found in the list and connects by its code', async ({
  page,
  context,
  openApp,
  relay,
  wallet,
}) => {
  await openApp({ app: { relayUrl: relay.url } })
  await page.getByTestId('connect-button').click()
  await page.getByTestId('all-wallets').click()
  const rows = page.getByTestId('lk-directory-list').getByRole('button')
  await expect(rows.first()).toContainText(/Test wallet.*Installed/)
  expect(await rows.count()).toBeLessThan(40)

  const search = page.getByTestId('lk-directory-search')
  await search.fill('qqqq')
  await expect(dialog(page)).toContainText('No wallets match “qqqq”.')
  await search.fill('trust wal')
  await page.getByTestId('lk-directory-trust-wallet').click()
  await expect(dialog(page)).toContainText('Scan with Trust Wallet')
  await wallet.pair(await shownUri(page, context))
  await expect(page.getByTestId('status')).toHaveText('connected')
  const [address] = wallet.signers[0]?.addresses('eip155:31337') ?? []
  await expect(page.getByTestId('address')).toHaveText(address as string)
})

test.describe('a network the session lacks', () => {
  test.use({ walletOptions: { networks: { eip155: ['eip155:31337'] }, addsNetworks: true } })

  const row = (page: Page) => page.getByTestId('lk-network-eip155:31338')
  const switching = (page: Page) => page.getByTestId('lk-switching')

  async function connected(
    page: Page,
    context: BrowserContext,
    wallet: WalletConnectWallet,
    open: () => Promise<unknown>,
  ): Promise<void> {
    await open()
    await openCode(page)
    await wallet.pair(await shownUri(page, context))
    await expect(page.getByTestId('network')).toHaveText('eip155:31337')
    wallet.setPolicies({ request: 'queue' })
    await page.getByTestId('lk-network-button').click()
    await row(page).click()
  }

  test('is asked of the wallet, added to it, and signed on, also after a reload', async ({
    page,
    context,
    chains,
    openApp,
    relay,
    wallet,
    problems,
  }) => {
    const { url } = chains.second
    const rpcUrls = { 31338: [`${url}/?key=secret`] }
    await connected(page, context, wallet, () =>
      openApp({ noWallet: true, app: { relayUrl: relay.url, rpcUrls } }),
    )
    await expect(switching(page)).toContainText('Switching to Local two')
    await expect(switching(page)).toContainText(/Approve the switch in/)
    const asked = await wallet.next('request')
    expect(asked).toMatchObject({ method: 'wallet_switchEthereumChain', chainId: 'eip155:31337' })
    await asked.approve()
    const added = await wallet.next('request')
    expect(added).toMatchObject({ method: 'wallet_addEthereumChain', chainId: 'eip155:31337' })
    expect(added.params).toMatchObject([{ chainId: '0x7a6a', chainName: 'Local two', rpcUrls: [url] }])
    await expect(page.getByTestId('network')).toHaveText('eip155:31337')
    await added.approve()
    await expect(page.getByTestId('network')).toHaveText('eip155:31338')
    await expect(dialog(page)).toBeHidden()

    for (const reload of [false, true]) {
      if (reload) await page.reload()
      await expect(page.getByTestId('status')).toHaveText('connected')
      await expect(page.getByTestId('network')).toHaveText('eip155:31338')
      await page.getByTestId('sign-message').click()
      const signing = await wallet.next('request')
      expect(signing).toMatchObject({ method: 'personal_sign', chainId: 'eip155:31338' })
      await signing.approve()
      const result = page.getByTestId('result')
      await expect(result).toHaveText(/^0x[0-9a-f]{130}$/)
      const address = (await page.getByTestId('address').textContent()) as Hex
      const signature = (await result.textContent()) as Hex
      expect(await verifyMessage({ address, message: 'Hello, Latchkey', signature })).toBe(true)
    }
    expect(wallet.errors).toEqual([])
    expect(problems).toEqual([])
  })

  test('is asked for from a network that the app does not list', async ({
    page,
    context,
    openApp,
    relay,
    wallet,
  }) => {
    const provider = { blockUnsupportedNetwork: true }
    await openApp({ noWallet: true, app: { relayUrl: relay.url, provider } })
    await openCode(page)
    await wallet.pair(await shownUri(page, context))
    // Connected, and not only about to be: a wallet that connects on such a network is asked to leave it at once.
    await expect(page.getByTestId('status')).toHaveText('connected')
    await expect(page.getByTestId('network')).toHaveText('eip155:31337')
    const [session] = wallet.sessions
    const granted = session?.namespaces['eip155']
    if (!session || !granted) throw new Error('There is no EVM session.')
    const accounts = granted.accounts.map((account) => account.replace(':31337:', ':5:'))
    await wallet.update(session.topic, { eip155: { ...granted, chains: ['eip155:5'], accounts } })
    await expect(dialog(page)).toContainText('Wrong network')
    await row(page).click()
    await expect(page.getByTestId('network')).toHaveText('eip155:31338')
    await expect(dialog(page)).toBeHidden()
    expect(wallet.answers.map(({ method }) => method)).toEqual([
      'wc_sessionPropose',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
  })

  test('stays away when the person refuses, who is told and may try again', async ({
    page,
    context,
    openApp,
    relay,
    wallet,
  }) => {
    await connected(page, context, wallet, () => openApp({ noWallet: true, app: { relayUrl: relay.url } }))
    await (await wallet.next('request')).reject()
    await expect(switching(page)).toContainText('Switch canceled')
    await expect(switching(page)).toContainText('You’re still on Local one.')
    await expect(page.getByTestId('network')).toHaveText('eip155:31337')

    wallet.setPolicies({ request: 'approve' })
    await page.getByTestId('lk-switching-retry').click()
    await expect(page.getByTestId('network')).toHaveText('eip155:31338')
    await expect(dialog(page)).toBeHidden()
  })
})

test.describe('a wallet with a name and a picture of its own', () => {
  const picture = 'https://pocket.example/vault.svg'
  const metadata = { name: 'Pocket Vault', icons: [picture] }
  test.use({ walletOptions: { networks: { eip155: ['eip155:31337'] }, addsNetworks: true, metadata } })

  test('goes by them wherever the app waits for it', async ({
    page,
    context,
    chains,
    openApp,
    relay,
    wallet,
  }) => {
    test.slow()
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z"/></svg>'
    await context.route(picture, (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawing }))
    // With a chain that is not EVM among them, the wallet is asked to sign in after it is connected.
    const app = { relayUrl: relay.url, solana: true, siwx: { required: false }, send: {}, walletData: {} }
    const [address] = wallet.signers[0]?.addresses('eip155:31337') ?? []
    await chains.main.setBalance(address as Hex, parseEther('5'))
    await openApp({ noWallet: true, app })
    await openCode(page)
    wallet.setPolicies({ request: 'queue' })
    await wallet.pair(await shownUri(page, context))

    const at = (id: string) => dialog(page).getByTestId(id)
    const pictures = (id: string) => at(id).locator(`img[src="${picture}"]`)
    await at('siwx-sign').click()
    await expect(at('siwx-sign')).toContainText('Pocket Vault')
    await expect(pictures('siwx-sign-message')).toBeVisible()
    await (await wallet.next('request')).approve()
    await expect(dialog(page)).toBeHidden()

    await page.getByTestId('lk-network-button').click()
    await page.getByTestId('lk-network-eip155:31338').click()
    await expect(at('lk-switching')).toContainText('Approve the switch in Pocket Vault')
    await expect(dialog(page)).not.toContainText('WalletConnect')
    await (await wallet.next('request')).reject()
    await expect(at('lk-switching')).toContainText('Switch canceled')
    await at('lk-header-close').click()

    await page.getByTestId('account-button').click()
    await expect(at('lk-wallets-row')).toContainText('Pocket Vault')
    await expect(pictures('lk-wallets-row')).toBeVisible()
    await at('wallet-features-send-button').click()
    await at('send-token').click()
    await at('send-token-native').click()
    await at('send-amount').fill('0.5')
    await at('send-receiver').fill(chains.main.accounts[5]?.address ?? '')
    await at('send-preview').click()
    await at('send-confirm').click()
    await expect(dialog(page)).toContainText('Check that Pocket Vault shows 0.5 ETH')
    await expect(dialog(page).locator(`img[src="${picture}"]`)).toBeVisible()
    await expect(dialog(page)).not.toContainText('WalletConnect')
    const paying = await wallet.next('request')
    expect(paying).toMatchObject({ method: 'eth_sendTransaction', chainId: 'eip155:31337' })
    await paying.reject()
  })
})

test('a network the wallet did not approve is shown disabled, with the reason', async ({
  page,
  context,
  openApp,
  relay,
  wallet,
}) => {
  const methods = ['personal_sign', 'eth_sendTransaction']
  wallet.setPolicies({ proposal: { approve: { chains: ['eip155:31337'], methods } } })
  await openApp({ noWallet: true, app: { relayUrl: relay.url } })
  await openCode(page)
  await wallet.pair(await shownUri(page, context))
  await expect(page.getByTestId('status')).toHaveText('connected')
  await page.getByTestId('lk-network-button').click()
  await expect(page.getByTestId('lk-network-eip155:31337')).toBeEnabled()
  const denied = page.getByTestId('lk-network-eip155:31338')
  await expect(denied).toBeDisabled()
  await expect(denied).toContainText('Local two')
  await expect(dialog(page)).toContainText('didn’t share these networks')
})

test('without the plugins there is neither a code nor a list of wallets', async ({ page, openApp }) => {
  await openApp()
  await page.getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Test wallet/ })).toBeVisible()
  await expect(page.getByTestId('wallet-selector-walletConnect')).toHaveCount(0)
  await expect(page.getByTestId('all-wallets')).toHaveCount(0)
})
