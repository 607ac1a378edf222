import { type Relay, startRelay } from '@latchkey/devstack/relay'
import { solanaDevnet } from '@latchkey/plugin-solana'
import { createWalletConnectWallet, type WalletConnectWallet } from '@latchkey/testkit/walletconnect'
import { configure, expect, test as base } from './fixtures.js'
import { dialog } from './page.js'
import { expectStatus, signIn, signInState } from './signInPage.js'
import { startSignInServer } from './signInServer.js'

interface Fixtures {
  readonly relay: Relay
  readonly wallet: WalletConnectWallet
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
    const networks = { eip155: ['eip155:31337'], solana: [solanaDevnet.id] }
    const wallet = await createWalletConnectWallet({ relayUrl: relay.url, policies, networks })
    await use(wallet)
    await wallet.close()
  },
})

for (const mode of ['page', 'backend'] as const) {
  test(`a wallet across the room signs in on each of its chains (${mode})`, async ({
    page,
    context,
    chains,
    relay,
    wallet,
  }) => {
    const app = process.env['LATCHKEY_E2E_URL'] ?? ''
    const server = mode === 'backend' ? await startSignInServer(app) : undefined
    try {
      await configure(page, {
        chains: [chains.main.chain],
        solana: true,
        relayUrl: relay.url,
        siwx: { required: true, ...(server ? { backend: '/api/siwx' } : {}) },
      })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(server?.url ?? app)
      await page.getByTestId('connect-button').click()
      await page.getByTestId('wallet-selector-walletConnect').click()
      await page.getByTestId('copy-wc2-uri').click()
      await wallet.pair(await page.evaluate(() => navigator.clipboard.readText()))

      await expect(page.getByTestId('status')).toHaveText('connected')
      await signIn(page)
      const first = (await signInState(page)).accountId
      const other = first?.startsWith('eip155:') ? /Solana/ : /Local one/
      await page.getByTestId('lk-network-button').click()
      await dialog(page).getByRole('button', { name: other }).click()
      await signIn(page)

      const accounts = wallet.signers
        .flatMap(({ chains: [chain = ''], addresses }) => `${chain}:${addresses(chain)[0]}`)
        .sort()
      const { sessions } = await signInState(page)
      expect(sessions.map(({ accountId }) => accountId).sort()).toEqual(accounts)
      if (server) {
        expect(server.signIns.map(({ method }) => method).sort()).toEqual(['eip191', 'solana:ed25519'])
        expect(server.refused).toEqual([])
      }
      expect(wallet.answers.filter(({ kind }) => kind === 'request')).toHaveLength(2)

      await page.reload()
      await expect(page.getByTestId('status')).toHaveText('connected')
      await expectStatus(page, 'signedIn')
      expect(wallet.answers.filter(({ kind }) => kind === 'request')).toHaveLength(2)

      // The wallet ends its session, and with it the sign-ins.
      await wallet.disconnect(wallet.sessions[0]?.topic ?? '')
      await expect(page.getByTestId('status')).toHaveText('disconnected')
      await expect.poll(async () => (await signInState(page)).sessions).toEqual([])
      expect(wallet.errors).toEqual([])
    } finally {
      await server?.stop()
    }
  })
}
