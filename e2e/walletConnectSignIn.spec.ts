import { type Relay, startRelay } from '@latchkey/devstack/relay'
import { solanaDevnet } from '@latchkey/plugin-solana'
import {
  createWalletConnectWallet,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
} from '@latchkey/testkit/walletconnect'
import { ed25519 } from '@noble/curves/ed25519.js'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { type Hex, verifyMessage } from 'viem'
import type { AppConfiguration } from './app/configuration.js'
import { test as base } from './chains/fixtures.js'
import { configure, expect } from './fixtures.js'
import { dialog, stateOf } from './page.js'
import { expectStatus, signButton, signIn, signInState } from './signInPage.js'
import { type SignInServer, startSignInServer } from './signInServer.js'

interface Fixtures {
  readonly relay: Relay
  /** A wallet on another device that approves everything, on these networks. */
  readonly openWallet: (
    networks: NonNullable<WalletConnectWalletOptions['networks']>,
  ) => Promise<WalletConnectWallet>
  /** Opens the app; with `backend` from a server that signs in too. */
  readonly openSignIn: (
    mode: 'page' | 'backend',
    configuration: AppConfiguration,
  ) => Promise<SignInServer | undefined>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  relay: async ({}, use) => {
    const relay = await startRelay()
    await use(relay)
    await relay.stop()
  },
  openWallet: async ({ relay }, use) => {
    const wallets: WalletConnectWallet[] = []
    await use(async (networks) => {
      const policies = { proposal: 'approve', request: 'approve', authentication: 'approve' } as const
      const wallet = await createWalletConnectWallet({ relayUrl: relay.url, policies, networks })
      wallets.push(wallet)
      return wallet
    })
    for (const wallet of wallets) await wallet.close()
  },
  openSignIn: async ({ page, relay }, use) => {
    const servers: SignInServer[] = []
    await use(async (mode, configuration) => {
      const app = process.env['LATCHKEY_E2E_URL'] ?? ''
      const server = mode === 'backend' ? await startSignInServer(app) : undefined
      if (server) servers.push(server)
      await configure(page, {
        ...configuration,
        relayUrl: relay.url,
        siwx: { required: true, ...(server ? { backend: '/api/siwx' } : {}) },
      })
      await page.goto(server?.url ?? app)
      return server
    })
    for (const server of servers) await server.stop()
  },
})

async function shownUri(page: Page, context: BrowserContext): Promise<string> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByTestId('copy-wc2-uri').click()
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Opens the code and takes the link beside it. */
async function openCode(page: Page, context: BrowserContext): Promise<string> {
  await page.getByTestId('connect-button').click()
  await page.getByTestId('wallet-selector-walletConnect').click()
  return shownUri(page, context)
}

/** CAIP-10 ids of the accounts the wallet shows first on each of its networks, sorted. */
const accountsOf = (wallet: WalletConnectWallet) =>
  wallet.signers
    .flatMap(({ chains, addresses }) => chains.map((chain) => `${chain}:${addresses(chain)[0]}`))
    .sort()

const signedInAccounts = async (page: Page) =>
  (await signInState(page)).sessions.map(({ accountId }) => accountId).sort()

const answered = ({ answers }: WalletConnectWallet) =>
  answers.map(({ kind, outcome }) => `${kind} ${outcome}`)

/** By libraries that are not ours: whether the address signed the text. */
const isSigned: Readonly<
  Record<string, (address: string, text: string, signature: string) => Promise<boolean>>
> = {
  eip155: (address, message, signature) =>
    verifyMessage({ address: address as Hex, message, signature: signature as Hex }),
  solana: async (address, text, signature) =>
    ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), base58.decode(address)),
  bip122: async (address, text, signature) => Verifier.verifySignature(address, text, signature),
  async polkadot(address, text, signature) {
    await cryptoWaitReady()
    return signatureVerify(`<Bytes>${text}</Bytes>`, signature, address).isValid
  },
}

async function expectSignatures(page: Page): Promise<void> {
  for (const { accountId, session } of (await signInState(page)).sessions) {
    const [namespace = '', , address = ''] = accountId.split(':')
    const { message = '', signature = '' } = session ?? {}
    expect(message).toContain(address)
    expect(await isSigned[namespace]?.(address, message, signature), accountId).toBe(true)
    expect(await isSigned[namespace]?.(address, `${message} `, signature), accountId).toBe(false)
  }
}

for (const mode of ['page', 'backend'] as const) {
  test(`a wallet across the room signs in on each of its chains (${mode})`, async ({
    page,
    context,
    chains,
    bitcoinStack,
    polkadotStack,
    openWallet,
    openSignIn,
  }) => {
    test.slow()
    const wallet = await openWallet({
      eip155: [`eip155:${chains.main.chainId}`],
      solana: [solanaDevnet.id],
      bip122: [bitcoinStack.chainId],
      polkadot: [polkadotStack.chainId],
    })
    const substrate = {
      genesisHash: polkadotStack.genesisHash,
      ss58Prefix: polkadotStack.ss58Prefix,
      name: 'Local Substrate',
      nativeCurrency: { name: 'Rococo', symbol: polkadotStack.symbol, decimals: polkadotStack.decimals },
      rpcUrls: [polkadotStack.url],
    }
    const server = await openSignIn(mode, {
      chains: [chains.main.chain],
      solana: true,
      esploraUrl: bitcoinStack.url,
      substrates: [substrate],
    })
    await wallet.pair(await openCode(page, context))
    await expect(page.getByTestId('status')).toHaveText('connected')
    await signIn(page)
    const first = (await signInState(page)).accountId?.split(':')[0]
    const names = { eip155: /Local one/, solana: /Solana/, bip122: /Bitcoin/, polkadot: /Substrate/ }
    for (const [namespace, name] of Object.entries(names)) {
      if (namespace === first) continue
      await page.getByTestId('lk-network-button').click()
      await dialog(page).getByRole('button', { name }).click()
      await signIn(page)
    }

    expect(await signedInAccounts(page)).toEqual(accountsOf(wallet))
    if (server) {
      const methods = ['bip322-simple', 'eip191', 'solana:ed25519', 'sr25519']
      expect(server.signIns.map(({ method }) => method).sort()).toEqual(methods)
      expect(server.signIns.map(({ accountId }) => accountId).sort()).toEqual(accountsOf(wallet))
      expect(server.refused).toEqual([])
    } else {
      await expectSignatures(page)
    }
    const requests = () => wallet.answers.filter(({ kind }) => kind === 'request').length
    expect(requests()).toBe(4)

    await page.reload()
    await expect(page.getByTestId('status')).toHaveText('connected')
    await expectStatus(page, 'signedIn')
    expect(requests()).toBe(4)

    // The wallet ends its session, and with it the sign-ins.
    await wallet.disconnect(wallet.sessions[0]?.topic ?? '')
    await expect(page.getByTestId('status')).toHaveText('disconnected')
    await expect.poll(() => signedInAccounts(page)).toEqual([])
    expect(wallet.errors).toEqual([])
  })

  test(`one approval connects and signs in on every EVM network (${mode})`, async ({
    page,
    context,
    chains: { main, second },
    openWallet,
    openSignIn,
  }) => {
    const wallet = await openWallet({ eip155: [`eip155:${main.chainId}`, `eip155:${second.chainId}`] })
    wallet.setPolicies({ authentication: 'queue' })
    const server = await openSignIn(mode, { chains: [main.chain, second.chain] })
    const uri = await openCode(page, context)
    expect(uri).toContain('methods=wc_sessionAuthenticate')
    await wallet.pair(uri)
    const asked = await wallet.next('authentication')
    await expect(page.getByText('Authenticating...')).toBeVisible()
    const networks = [`eip155:${main.chainId}`, `eip155:${second.chainId}`]
    expect(asked.params).toMatchObject({ authPayload: { chains: networks } })
    await asked.approve()

    await expect(page.getByTestId('status')).toHaveText('connected')
    await expectStatus(page, 'signedIn')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Authenticating...')).toBeHidden()
    expect(await signedInAccounts(page)).toEqual(accountsOf(wallet))
    if (server) {
      expect(server.signIns.map(({ accountId }) => accountId).sort()).toEqual(accountsOf(wallet))
      expect(server.refused).toEqual([])
    } else {
      await expectSignatures(page)
    }

    const [granted] = wallet.sessions.map(({ namespaces }) => namespaces['eip155'])
    expect(granted?.chains).toEqual(networks)
    expect(granted?.methods).toEqual(expect.arrayContaining(['personal_sign', 'eth_sendTransaction']))

    // The other network is signed in as well: nothing is asked.
    await page.getByTestId('lk-network-button').click()
    const other = (await stateOf(page)).connections[0]?.networks['eip155']?.endsWith('31337')
    await dialog(page)
      .getByRole('button', { name: other ? /Local two/ : /Local one/ })
      .click()
    await expectStatus(page, 'signedIn')
    await expect(signButton(page)).toBeHidden()

    await page.reload()
    await expect(page.getByTestId('status')).toHaveText('connected')
    await expectStatus(page, 'signedIn')
    await expect(dialog(page)).toBeHidden()
    expect(await signedInAccounts(page)).toEqual(accountsOf(wallet))
    expect(answered(wallet)).toEqual(['authentication approved'])
    expect(wallet.errors).toEqual([])
  })
}

test('a declined approval leaves nothing connected, and the next code signs in', async ({
  page,
  context,
  chains: { main },
  openWallet,
  openSignIn,
}) => {
  const wallet = await openWallet({ eip155: [`eip155:${main.chainId}`] })
  wallet.setPolicies({ authentication: 'reject' })
  await openSignIn('page', { chains: [main.chain] })
  await wallet.pair(await openCode(page, context))
  await expect(dialog(page)).toContainText(/declined/i)
  await expect(page.getByText('Authenticating...')).toBeHidden()
  await expect(page.getByTestId('status')).toHaveText('disconnected')
  expect(await stateOf(page)).toMatchObject({ connections: [] })
  expect(await signedInAccounts(page)).toEqual([])
  expect(wallet.sessions).toEqual([])

  wallet.setPolicies({ authentication: 'approve' })
  await page.getByTestId('lk-pairing-retry').click()
  await wallet.pair(await shownUri(page, context))
  await expect(page.getByTestId('status')).toHaveText('connected')
  await expectStatus(page, 'signedIn')
  expect(await signedInAccounts(page)).toEqual(accountsOf(wallet))
  expect(answered(wallet)).toEqual(['authentication rejected', 'authentication approved'])
})

test('where Solana is listed too, the wallet connects first and signs in afterwards', async ({
  page,
  context,
  chains: { main },
  openWallet,
  openSignIn,
}) => {
  const wallet = await openWallet({ eip155: [`eip155:${main.chainId}`] })
  await openSignIn('page', { chains: [main.chain], solana: true })
  const uri = await openCode(page, context)
  expect(uri).not.toContain('wc_sessionAuthenticate')
  await expect(page.getByText('Authenticating...')).toBeHidden()
  await wallet.pair(uri)
  await expect(signButton(page)).toBeVisible()
  expect(await signedInAccounts(page)).toEqual([])
  expect(answered(wallet)).toEqual(['proposal approved'])
  await signIn(page)
  expect(await signedInAccounts(page)).toEqual(accountsOf(wallet))
})
