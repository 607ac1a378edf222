import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import { AccountIdentities } from '@latchkey/kernel/contracts'
import type { Page } from '@playwright/test'
import { expect, test as base } from './fixtures.js'
import { connect, dialog, serviceState } from './page.js'

const test = base.extend<{ readonly service: WalletData }>({
  service: async ({ chains }, use) => {
    const service = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: chains.main.url }],
    })
    await use(service)
    await service.stop()
  },
})

const options = { testnets: true }
const at = (page: Page, id: string) => dialog(page).getByTestId(id)
const openAccount = (page: Page) => page.getByTestId('account-button').click()

test('the name and picture of ENS stand on the button and at the top of the account, beside the address', async ({
  page,
  chains,
  openApp,
  problems,
}) => {
  const { alice } = chains.main.names
  await openApp({ app: { walletData: {}, identity: options } })
  await connect(page)
  await expect(page.getByTestId('account-name')).toHaveText(alice.name)
  await expect(page.getByTestId('account-button')).toHaveAccessibleName(`Account ${alice.name}`)
  await expect(page.getByTestId('account-button').locator('img')).toHaveAttribute('src', alice.avatar)
  await openAccount(page)
  await expect(at(page, 'lk-account-name')).toHaveText(alice.name)
  await expect(at(page, 'lk-account-address')).toContainText(alice.address)
  expect(problems).toEqual([])
})

test('a name that somebody else owns is not shown for who claims it', async ({ page, chains, openApp }) => {
  const { impostor } = chains.main.names
  const account = chains.main.accounts.find(({ address }) => address === impostor.address)
  if (!account) throw new Error('The impostor is no account of the stack.')
  await openApp({
    app: { walletData: {}, identity: options },
    wallet: { accounts: [account.privateKey] },
  })
  await connect(page)
  await openAccount(page)
  await expect(at(page, 'lk-account-address')).toContainText(impostor.address)
  await expect
    .poll(async () => {
      const { entries } = await serviceState(page, AccountIdentities)
      return entries[`eip155:31337:${impostor.address}`]
    })
    .toEqual({ status: 'success' })
  await expect(at(page, 'lk-account-name')).toBeHidden()
})

test('on a test network no name is asked for, unless the host wants it', async ({
  page,
  openApp,
  requests,
}) => {
  await openApp({ app: { identity: {} } })
  await connect(page)
  await expect(page.getByTestId('balance')).not.toBeEmpty()
  await openAccount(page)
  await expect(at(page, 'lk-account-address')).toBeVisible()
  await expect(page.getByTestId('account-name')).toBeHidden()
  expect(requests.filter((url) => /accountNames/.test(url))).toEqual([])
})

test('a name is searched for, taken with a signature, shown, and taken for everybody else', async ({
  page,
  chains,
  openApp,
  service,
  problems,
}) => {
  // An account without a name of ENS.
  const [account, other] = chains.main.accounts.slice(7, 9)
  if (!account || !other) throw new Error('The stack has too few accounts.')
  const walletData = { url: service.url, projectId: 'e2e', nameZone: 'latchkey.id' }
  const wallet = await openApp({
    app: { walletData, identity: options },
    wallet: { accounts: [account.privateKey, other.privateKey] },
  })
  await connect(page)
  await openAccount(page)
  await at(page, 'lk-choose-name').click()
  await at(page, 'lk-choose-name-start').click()
  await at(page, 'lk-name-field').fill('nor')
  await expect(dialog(page)).toContainText('Use at least 4 characters.')
  await at(page, 'lk-name-field').fill('Norah')
  const row = at(page, 'lk-name-norah.latchkey.id')
  await expect(row).toContainText('Available')

  await wallet.evaluate((control) => control.rejectNext('personal_sign'))
  await row.click()
  await expect(row).toBeVisible()
  await expect(dialog(page)).not.toContainText('Couldn’t register the name.')

  // Long enough to see what is asked while the wallet is open.
  await wallet.evaluate((control) => control.delay(1_500))
  await row.click()
  await expect(at(page, 'lk-approve-name-full')).toHaveText('norah.latchkey.id')
  await expect(at(page, 'lk-approve-name')).toContainText(account.address)
  await expect(at(page, 'lk-name-success')).toContainText('norah.latchkey.id now leads to your account.')
  await wallet.evaluate((control) => control.delay(0))
  await at(page, 'lk-name-success-done').click()
  await expect(at(page, 'lk-account-name')).toHaveText('norah.latchkey.id')
  await expect(page.getByTestId('account-name')).toHaveText('norah.latchkey.id')
  const registered = await fetch(`${service.url}/v1/profile/account/norah.latchkey.id?apiVersion=2`)
  expect(await registered.json()).toMatchObject({ addresses: { 60: { address: account.address } } })

  await page.reload()
  await expect(page.getByTestId('account-name')).toHaveText('norah.latchkey.id')
  await wallet.evaluate((control, address) => control.switchAccount(address), other.address)
  await expect(page.getByTestId('address')).toHaveText(other.address)
  await openAccount(page)
  await at(page, 'lk-choose-name').click()
  await at(page, 'lk-choose-name-start').click()
  await at(page, 'lk-name-field').fill('norah')
  await expect(row).toContainText('Registered')
  await expect(row).toBeDisabled()
  await expect(at(page, 'lk-name-norah-id.latchkey.id')).toContainText('Available')
  expect(problems).toEqual([])
})

test('a service that is down leaves the name of ENS', async ({ page, chains, openApp, service }) => {
  const { alice } = chains.main.names
  await service.stop()
  await openApp({ app: { walletData: { url: service.url, projectId: 'e2e' }, identity: options } })
  await connect(page)
  await expect(page.getByTestId('account-name')).toHaveText(alice.name, { timeout: 40_000 })
})
