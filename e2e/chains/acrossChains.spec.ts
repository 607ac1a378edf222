import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import type { AppConfiguration } from '../app/configuration.js'
import { dialog, stateOf } from '../page.js'
import { expect, test as base } from './fixtures.js'

interface Fixtures {
  /** All the chains, as the app lists them. */
  readonly all: AppConfiguration
  /** Puts one wallet per chain on the page. */
  readonly threeWallets: () => Promise<readonly { control(action: 'disconnect' | 'lock'): Promise<void> }[]>
  /** Puts one wallet over all the chains on the page. */
  readonly oneWallet: () => Promise<OneWallet>
}

type OneWallet = Awaited<ReturnType<typeof installRiver>>

const namespaces = ['eip155', 'solana', 'bip122']
const only = (page: Page, namespace: string) => page.getByTestId(`only-${namespace}`)

async function expectStatuses(page: Page, statuses: readonly string[]): Promise<void> {
  for (const [index, status] of statuses.entries()) {
    await expect(only(page, namespaces[index] as string).getByTestId('status')).toHaveText(status)
  }
}

async function connectOnly(page: Page, namespace: string, wallet: RegExp): Promise<void> {
  await only(page, namespace).getByTestId('connect-button').click()
  await dialog(page).getByRole('button', { name: wallet }).click()
  await expect(only(page, namespace).getByTestId('status')).toHaveText('connected')
  await expect(dialog(page)).toBeHidden()
}

async function connectAll(page: Page): Promise<void> {
  await page.getByTestId('whole').getByTestId('connect-button').click()
  await dialog(page).getByRole('button', { name: /River/ }).click()
  await dialog(page).getByTestId('lk-connect-all').click()
}

interface Nodes {
  readonly evm: { readonly url: string; readonly chainId: number; readonly keys: readonly `0x${string}`[] }
  readonly solana: { readonly url: string; readonly keys: readonly string[] }
  readonly bitcoin: { readonly url: string }
}

const installRiver = (page: Page, { evm, solana, bitcoin }: Nodes) =>
  installTestWallet(page, {
    kind: 'multichain',
    name: 'River',
    evm: { accounts: evm.keys, chains: [{ chainId: evm.chainId, rpcUrl: evm.url }] },
    solana: { accounts: solana.keys, chains: [{ chain: 'solana:localnet', rpcUrl: solana.url }] },
    bitcoin: { esploraUrl: bitcoin.url },
  })

const test = base.extend<Fixtures & { readonly nodes: Nodes }>({
  nodes: async ({ chains, solanaStack, bitcoinStack }, use) => {
    const { main } = chains
    await use({
      evm: {
        url: main.url,
        chainId: main.chainId,
        keys: main.accounts.slice(0, 2).map((account) => account.privateKey),
      },
      solana: {
        url: solanaStack.url,
        keys: solanaStack.accounts.slice(0, 2).map((account) => account.secretKey),
      },
      bitcoin: { url: bitcoinStack.url },
    })
  },

  all: async ({ chains, solanaStack, bitcoinStack }, use) => {
    await use({
      chains: [chains.main.chain, chains.second.chain],
      clusters: [{ genesisHash: solanaStack.genesisHash, name: 'Local Solana', rpcUrls: [solanaStack.url] }],
      esploraUrl: bitcoinStack.url,
    })
  },

  threeWallets: async ({ page, chains, nodes }, use) => {
    await use(async () => {
      const evm = await installEvmTestWallet(page, {
        name: 'Evm wallet',
        accounts: nodes.evm.keys,
        chains: [chains.main, chains.second].map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
      })
      const solana = await installTestWallet(page, {
        kind: 'solana',
        name: 'Solana wallet',
        accounts: nodes.solana.keys,
        chains: [{ chain: 'solana:localnet', rpcUrl: nodes.solana.url }],
      })
      const bitcoin = await installTestWallet(page, {
        kind: 'bitcoin',
        name: 'Bitcoin wallet',
        esploraUrl: nodes.bitcoin.url,
      })
      return [
        { control: (action) => evm.evaluate((control, name) => control[name](), action) },
        { control: (action) => solana.evaluate((control, name) => control[name](), action) },
        { control: (action) => bitcoin.evaluate((control, name) => control[name](), action) },
      ]
    })
  },

  oneWallet: async ({ page, nodes }, use) => {
    await use(() => installRiver(page, nodes))
  },
})

const walletNames = [/Evm wallet/, /Solana wallet/, /Bitcoin wallet/]

async function connectThree(page: Page): Promise<void> {
  for (const [index, namespace] of namespaces.entries()) {
    await connectOnly(page, namespace, walletNames[index] as RegExp)
  }
  await expectStatuses(page, ['connected', 'connected', 'connected'])
}

test('three wallets on three chains: all are restored, and one ends without the others', async ({
  page,
  all,
  threeWallets,
  openChains,
  problems,
}) => {
  const wallets = await threeWallets()
  await openChains(all)
  await connectThree(page)
  const addresses = () =>
    Promise.all(namespaces.map((namespace) => only(page, namespace).getByTestId('address').textContent()))
  const before = await addresses()
  expect(new Set(before).size).toBe(3)

  await page.reload()
  await expectStatuses(page, ['connected', 'connected', 'connected'])
  expect(await addresses()).toEqual(before)

  await only(page, 'solana').getByTestId('disconnect').click()
  await expectStatuses(page, ['connected', 'disconnected', 'connected'])
  await wallets[2]?.control('lock')
  await expectStatuses(page, ['connected', 'disconnected', 'disconnected'])
  await only(page, 'eip155').getByTestId('sign-message').click()
  await expect(only(page, 'eip155').getByTestId('result')).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(problems).toEqual([])
})

test('one wallet over three chains is one row and one connection, and ends as one', async ({
  page,
  all,
  oneWallet,
  openChains,
  problems,
}) => {
  await oneWallet()
  await openChains(all)
  await page.getByTestId('whole').getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /River/ })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await connectAll(page)
  await expectStatuses(page, ['connected', 'connected', 'connected'])
  const [connection, ...others] = (await stateOf(page)).connections
  expect(others).toEqual([])
  expect([...(connection?.namespaces ?? [])].sort()).toEqual([...namespaces].sort())

  for (const namespace of namespaces) {
    await only(page, namespace).getByTestId('sign-message').click()
    await expect(only(page, namespace).getByTestId('result')).toHaveText(/^[0-9A-Za-z+/=]{60,}$/)
  }

  await page.reload()
  await expectStatuses(page, ['connected', 'connected', 'connected'])
  expect((await stateOf(page)).connections).toHaveLength(1)

  await only(page, 'bip122').getByTestId('disconnect').click()
  await expectStatuses(page, ['disconnected', 'disconnected', 'disconnected'])
  await page.reload()
  await expect.poll(async () => (await stateOf(page)).restored).toBe(true)
  await expectStatuses(page, ['disconnected', 'disconnected', 'disconnected'])
  expect(problems).toEqual([])
})

test('one wallet over three chains can be connected to one of them', async ({
  page,
  all,
  oneWallet,
  openChains,
}) => {
  await oneWallet()
  await openChains(all)
  await page.getByTestId('whole').getByTestId('connect-button').click()
  await dialog(page).getByRole('button', { name: /River/ }).click()
  await dialog(page).getByTestId('lk-namespace-solana').click()
  await expectStatuses(page, ['disconnected', 'connected', 'disconnected'])
  await connectOnly(page, 'eip155', /River/)
  await expectStatuses(page, ['connected', 'connected', 'disconnected'])
})

test('a refusal of one chain connects none of them', async ({ page, all, oneWallet, openChains }) => {
  const wallet = await oneWallet()
  await openChains(all)
  await wallet.evaluate((control) => control.rejectAll())
  await connectAll(page)
  await expect(dialog(page)).toContainText(/declined/i)
  expect((await stateOf(page)).connections).toEqual([])
  await wallet.evaluate((control) => control.rejectAll(false))
  await dialog(page).getByTestId('lk-connecting-retry').click()
  await expectStatuses(page, ['connected', 'connected', 'connected'])
})

test('the wallet ends one of its chains, and the others stay', async ({
  page,
  all,
  oneWallet,
  openChains,
}) => {
  await oneWallet()
  await openChains(all)
  await connectAll(page)
  await expectStatuses(page, ['connected', 'connected', 'connected'])
  await page.evaluate(() => {
    const river = window.latchkeyChainTestWallets?.['River'] as unknown as {
      solana: { control: { disconnect(): void } }
    }
    river.solana.control.disconnect()
  })
  await expectStatuses(page, ['connected', 'disconnected', 'connected'])
  expect((await stateOf(page)).connections.map((entry) => entry.namespaces)).toEqual([['eip155', 'bip122']])
})

test('a node that is down takes only its own chain with it', async ({
  page,
  all,
  threeWallets,
  openChains,
}) => {
  await threeWallets()
  await openChains({
    ...all,
    clusters: (all.clusters ?? []).map((cluster) => ({ ...cluster, rpcUrls: ['http://127.0.0.1:9'] })),
  })
  await connectThree(page)
  await expect(only(page, 'eip155').getByTestId('balance')).toHaveText(/^\d+ ETH$/)
  await expect(only(page, 'bip122').getByTestId('balance')).toHaveText(/^\d+ BTC$/)
  await expect(only(page, 'solana').getByTestId('balance-status')).toHaveText('error')
  // The wallet itself is well, so what needs no node works.
  await only(page, 'solana').getByTestId('sign-message').click()
  await expect(only(page, 'solana').getByTestId('result')).toHaveText(/^[1-9A-HJ-NP-Za-km-z]{80,}$/)
})

test('the last network and the last chain are restored', async ({ page, all, threeWallets, openChains }) => {
  await threeWallets()
  await openChains(all)
  await connectThree(page)
  const whole = page.getByTestId('whole')
  await whole.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local two/ })
    .click()
  await expect(whole.getByTestId('network')).toHaveText('eip155:31338')
  await expect(dialog(page)).toBeHidden()
  await page.reload()
  await expectStatuses(page, ['connected', 'connected', 'connected'])
  await expect(whole.getByTestId('network')).toHaveText('eip155:31338')

  await whole.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local Solana/ })
    .click()
  await expect(whole.getByTestId('namespace')).toHaveText('solana')
  await expect(only(page, 'eip155').getByTestId('network')).toHaveText('eip155:31338')
  await page.reload()
  await expect(whole.getByTestId('namespace')).toHaveText('solana')
})

test('a network of a chain that is not connected asks for another wallet', async ({
  page,
  all,
  threeWallets,
  openChains,
}) => {
  await threeWallets()
  await openChains(all)
  await connectOnly(page, 'eip155', /Evm wallet/)
  const whole = page.getByTestId('whole')
  await whole.getByTestId('lk-network-button').click()
  await dialog(page)
    .getByRole('button', { name: /Local Solana/ })
    .click()
  await dialog(page).getByTestId('lk-connect-other').click()
  await expect(dialog(page).getByRole('button', { name: /Evm wallet/ })).toHaveCount(0)
  await dialog(page)
    .getByRole('button', { name: /Solana wallet/ })
    .click()
  await expectStatuses(page, ['connected', 'connected', 'disconnected'])
  await expect(whole.getByTestId('namespace')).toHaveText('solana')
})

test('buttons of one chain show that chain alone', async ({ page, all, threeWallets, openChains }) => {
  await threeWallets()
  await openChains(all)
  await connectOnly(page, 'solana', /Solana wallet/)
  await expect(only(page, 'solana').getByTestId('account-button-solana')).toBeVisible()
  await expect(only(page, 'eip155').getByTestId('connect-button')).toBeVisible()
  await only(page, 'eip155').getByTestId('connect-button').click()
  await expect(dialog(page).getByRole('button', { name: /Evm wallet/ })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /Solana wallet/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await only(page, 'eip155').getByTestId('lk-network-button').click()
  await expect(dialog(page).getByRole('button', { name: /Local two/ })).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /Local Solana/ })).toHaveCount(0)
})

test('two wallets of one chain: one is active, and a person switches, ends and adds', async ({
  page,
  all,
  chains,
  threeWallets,
  openChains,
}) => {
  await threeWallets()
  const [, , , other] = chains.main.accounts
  if (!other) throw new Error('The stack has too few accounts.')
  await installEvmTestWallet(page, {
    name: 'Spare wallet',
    rdns: 'dev.latchkey.spare',
    accounts: [other.privateKey],
    chains: [{ chainId: chains.main.chainId, rpcUrl: chains.main.url }],
  })
  await openChains(all)
  await connectOnly(page, 'eip155', /Evm wallet/)
  const first = (await only(page, 'eip155').getByTestId('address').textContent()) ?? ''
  const open = () => page.getByTestId('whole').getByTestId('open-wallets').click()

  await open()
  await dialog(page).getByTestId('add-connection-button').click()
  await dialog(page)
    .getByRole('button', { name: /Spare wallet/ })
    .click()
  await expect(only(page, 'eip155').getByTestId('address')).toHaveText(other.address)
  await expect(dialog(page).getByTestId(`lk-account-${first}`)).toBeVisible()

  await dialog(page).getByTestId(`lk-account-${first}`).click()
  await expect(only(page, 'eip155').getByTestId('address')).toHaveText(first)
  await page.reload()
  await expect(only(page, 'eip155').getByTestId('address')).toHaveText(first)
  await expect.poll(async () => (await stateOf(page)).connections.length).toBe(2)

  await open()
  await dialog(page)
    .getByRole('button', { name: /Disconnect Evm wallet/ })
    .click()
  await expect(only(page, 'eip155').getByTestId('address')).toHaveText(other.address)
  await dialog(page)
    .getByRole('button', { name: /Evm wallet Connect again/ })
    .click()
  await expect(only(page, 'eip155').getByTestId('address')).toHaveText(first)
  expect((await stateOf(page)).connections).toHaveLength(2)
})
