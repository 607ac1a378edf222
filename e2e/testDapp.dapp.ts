// MetaMask's test dapp (MIT; later versions bring kits under other licences), on a page with our wallet, which it finds by
// EIP-6963. It keeps its buttons disabled for providers without `isMetaMask`, so this test sets it. Our wallet never does.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect } from './chains/fixtures.js'
import { codeFrom, enterCode, frame, keepRecoveryCode, press, test } from './emailLoginPage.js'
import { configure } from './fixtures.js'
import { dialog } from './page.js'
import { serveFolder } from './staticServer.js'

test.describe.configure({ timeout: 300_000 })

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = join(
  dirname(createRequire(import.meta.url).resolve('@metamask/test-dapp/package.json')),
  'dist',
)
/** The dapp's page with our host's script in it, as an app has both in one page, on its own origin. */
async function serveDapp(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const [own, origin] = [await mkdtemp(join(tmpdir(), 'latchkey-dapp-')), process.env['LATCHKEY_E2E_URL']]
  await cp(join(here, '../.artifacts/e2e-app'), own, { recursive: true })
  await cp(folder, own, { recursive: true })
  const [dapp, host] = [
    await readFile(join(folder, 'index.html'), 'utf8'),
    await fetch(`${origin}/chains.html`),
  ]
  const tags = (await host.text()).match(/<(?:script[^>]*><\/script>|link rel="stylesheet"[^>]*>)/g) ?? []
  await writeFile(
    join(own, 'index.html'),
    dapp.replace('</body>', `<div id="root"></div>${tags.join('')}</body>`),
  )
  const { url, stop } = await serveFolder(own)
  return {
    url,
    async close() {
      await stop()
      await rm(own, { recursive: true })
    },
  }
}

async function openDapp(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    window.addEventListener('eip6963:announceProvider', (event) =>
      Object.assign((event as CustomEvent<{ provider: object }>).detail.provider, { isMetaMask: true }),
    )
  })
  await page.route('https://**', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.goto(`${url}/index.html`)
  // One entry for each announced wallet; ours is the only one.
  await page.locator('#providers button').first().click()
  await expect(page.locator('#activeProviderName')).toHaveText('Email wallet')
}

test('MetaMask’s test dapp connects, signs, sends, switches and lets go', async ({
  page,
  chains,
  configuration,
  walletService,
}) => {
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  const { frameUrl } = walletService
  const emailAuth = { ...configuration.emailAuth, frameUrl, announce: true }
  await configure(page, { chains: [chains.main.chain, chains.second.chain], emailAuth })
  const served = await serveDapp()
  await openDapp(page, served.url)
  await expect(page.locator('#chainId')).toHaveText('0x7a69')
  await expect(page.locator('#network')).toHaveText('31337')

  // Connects: the login is the permission.
  await page.locator('#requestPermissions').click()
  await dialog(page).getByTestId('lk-email').fill('dapp@example.com')
  await dialog(page).getByTestId('lk-email-submit').click()
  await enterCode(page, await codeFrom(walletService, 'dapp@example.com'))
  await keepRecoveryCode(page)
  await expect(page.locator('#accounts')).toHaveText(/^0x[0-9a-f]{40}$/i)
  await expect(page.locator('#permissionsResult')).toHaveText('eth_accounts')
  const address = ((await page.locator('#accounts').textContent()) ?? '') as `0x${string}`
  await chains.main.setBalance(address, 10n ** 19n)
  await page.locator('#getAccounts').click()
  await expect(page.locator('#getAccountsResult')).toHaveText(address)
  await page.locator('#getPermissions').click()
  await expect(page.locator('#permissionsResult')).toHaveText('eth_accounts')

  // Signs; the dapp recovers the address on its own.
  await page.locator('#personalSign').click()
  await expect(frame(page).getByText('Example `personal_sign` message')).toBeVisible()
  await press(page, 'Sign')
  await expect(page.locator('#personalSignResult')).toHaveText(/^0x[0-9a-f]{130}$/)
  await page.locator('#personalSignVerify').click()
  for (const check of ['SigUtil', 'ECRecover'])
    await expect(page.locator(`#personalSignVerify${check}Result`)).toHaveText(address)
  for (const [id, warning] of [
    ['siwe', undefined],
    ['siweBadDomain', 'another site'],
    ['siweBadAccount', 'another account'],
  ] as const) {
    await page.locator(`#${id}`).click()
    await expect(frame(page).locator('p.warning')).toHaveCount(warning ? 1 : 0)
    if (warning) await expect(frame(page).locator('p.warning')).toContainText(warning)
    await press(page, warning ? 'Decline' : 'Sign')
    await expect(page.locator('#siweResult')).toHaveText(warning ? /^Error: / : /^0x[0-9a-f]{130}$/)
  }
  for (const version of ['V3', 'V4']) {
    await page.locator(`#signTypedData${version}`).click()
    await press(page, 'Sign')
    await expect(page.locator(`#signTypedData${version}Result`)).toHaveText(/^0x[0-9a-f]{130}$/)
    await page.locator(`#signTypedData${version}Verify`).click()
    await expect(page.locator(`#signTypedData${version}VerifyResult`)).toHaveText(new RegExp(address, 'i'))
  }
  await page.locator('#signPermit').click()
  await expect(
    frame(page).getByText('Lets someone spend your tokens', { exact: false }).first(),
  ).toBeVisible()
  await press(page, 'Sign')
  await page.locator('#signPermitVerify').click()
  await expect(page.locator('#signPermitVerifyResult')).toHaveText(new RegExp(address, 'i'))

  // Requests that the person declines, and requests that aren't allowed.
  await page.locator('#personalSign').click()
  await press(page, 'Decline')
  await expect(page.locator('#personalSign')).toHaveText(/^Error: /)
  await page.locator('#ethSign').click()
  await expect(page.locator('#ethSign')).toHaveText(/not allowed/i)
  await expect(page.getByText('Action not allowed').first()).toBeVisible()
  for (const [button, result] of [
    ['signTypedData', 'signTypedDataResult'],
    ['getEncryptionKeyButton', 'encryptionKeyDisplay'],
  ]) {
    await page.locator(`#${button}`).dispatchEvent('click')
    await expect(page.locator(`#${result}`)).toHaveText(/^Error: .*not allowed/i)
  }
  // The dapp doesn't catch these two, so they're errors of its page.
  for (const [id, message] of [
    ['addEthereumChain', /not allowed/i],
    ['switchEthereumChain', /does not know this network/],
  ] as const) {
    await page.locator(`#${id}`).dispatchEvent('click')
    await expect.poll(() => uncaught.splice(0).join()).toMatch(message)
  }
  await expect(page.locator('#chainId')).toHaveText('0x7a69')
  // Requests that still wait are dropped 300 ms after a refusal.
  await page.waitForTimeout(400)
  await dialog(page).getByTestId('lk-header-close').click()

  // Sends: creates a contract, calls it, and asks it for more than it has.
  await page.locator('#deployButton').click()
  await expect(frame(page).getByText('a new contract')).toBeVisible()
  await press(page, 'Send')
  await expect(page.locator('#contractStatus')).toHaveText(/Deployed/, { timeout: 60_000 })
  await page.locator('#depositButton').click()
  await press(page, 'Send')
  await expect(page.locator('#contractStatus')).toHaveText(/Deposit completed/, { timeout: 60_000 })
  for (const id of ['#sendButton', '#sendEIP1559Button']) {
    const before = await chains.main.client.getTransactionCount({ address })
    await page.locator(id).click()
    await press(page, 'Send')
    await expect.poll(() => chains.main.client.getTransactionCount({ address })).toBe(before + 1)
  }
  await page.locator('#tokenDecimals').fill('0')
  await page.locator('#createToken').click()
  await press(page, 'Send')
  await expect(page.locator('#tokenAddresses')).toHaveText(/^0x/, { timeout: 60_000 })
  await page.locator('#approveTokens').click()
  await expect(frame(page).getByText('Spender')).toBeVisible()
  await press(page, 'Send')
  await page.locator('#transferTokens').click()
  await press(page, 'Send')
  const [token = ''] = ((await page.locator('#tokenAddresses').textContent()) ?? '').split(', ')
  await expect
    .poll(() =>
      chains.main.tokenBalanceOf(token as `0x${string}`, '0x2f318C334780961FB129D2a6c30D0763d9a5C970'),
    )
    .toBe(1n)
  await page.locator('#deployNFTsButton').click()
  await press(page, 'Send')
  for (const [id, done] of [
    ['mintButton', 'Mint completed'],
    ['approveButton', 'Approve completed'],
    ['setApprovalForAllButton', 'Set Approval For All completed'],
    ['revokeButton', 'Revoke completed'],
  ]) {
    await page.locator(`#${id}`).click()
    await press(page, 'Send')
    await expect(page.locator('#nftsStatus')).toHaveText(done as string, { timeout: 60_000 })
  }
  // This app doesn't keep tokens that a person adds.
  await page.locator('#eip747ContractAddress').fill(token)
  await page.locator('#eip747Symbol').fill('TST')
  await page.locator('#eip747Decimals').fill('0')
  await page.locator('#eip747WatchButton').click()
  await expect(page.locator('#eip747Status')).toContainText('There was an error')

  // After a reload, it's connected without a question.
  await openDapp(page, served.url)
  await expect(page.locator('#accounts')).toHaveText(address)
  await page.locator('#getAccounts').click()
  await expect(page.locator('#getAccountsResult')).toHaveText(address)

  // Disconnects.
  await page.locator('#revokeAccountsPermission').click()
  await expect(page.locator('#accounts')).toHaveText('')
  await page.locator('#getAccounts').click()
  await expect(page.locator('#getAccountsResult')).not.toHaveText(address)
  await served.close()
  expect(uncaught).toEqual([])
})
