import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { installEvmTestWallet, installTestWallet } from '@latchkey/testkit/playwright'
import type { Page } from '@playwright/test'
import { startPostgres } from '../devstack/src/postgres/startPostgres.js'
import { expect, test } from './fixtures.js'
import { dialog } from './page.js'
import { buildExample, startExample } from './runExample.js'
import type { RunningServer } from './staticServer.js'

const secret = 'a secret of the end-to-end tests, made up'
const stops: (() => Promise<void> | void)[] = []
let evm: EvmStack

test.beforeAll(async () => {
  test.setTimeout(120_000)
  // The local node plays the main network: the examples list that, as an app would.
  evm = await startEvm({ chainId: 1 })
  stops.push(() => evm.stop())
})

test.afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const installWallet = (page: Page) =>
  installEvmTestWallet(page, {
    accounts: evm.accounts.slice(0, 2).map(({ privateKey }) => privateKey),
    chains: [{ chainId: 1, rpcUrl: evm.url }],
    initialChainId: 1,
  })

async function connectAndSign(page: Page, wallet = 'Test wallet'): Promise<void> {
  await page.getByTestId('connect-button').click()
  await dialog(page)
    .getByRole('button', { name: new RegExp(wallet) })
    .click()
  await page.getByTestId('siwx-sign').click()
  await expect(dialog(page)).toBeHidden()
}

async function disconnect(page: Page): Promise<void> {
  await page.getByTestId('account-button').click()
  await page.getByTestId('disconnect-button').click()
  await expect(page.getByTestId('connect-button')).toBeVisible()
}

/** The browser reports every 401, which is what "not signed in" is, and public nodes that it must not reach here. */
const ownProblems = (problems: readonly string[]) =>
  problems.filter((problem) => !/401|ERR_NAME_NOT_RESOLVED/.test(problem))

test.describe('the Next example', () => {
  test.describe.configure({ mode: 'serial' })
  let site: RunningServer

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    await buildExample('next-siwx')
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-next-siwx-'))
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    site = await startExample('next-siwx', ['next', 'start', '-H', '127.0.0.1'], {
      DATABASE_URL: `file:${join(folder, 'siwx.db')}`,
      SESSION_SECRET: secret,
      ETHEREUM_RPC_URL: evm.url,
    })
    stops.push(site.stop)
  })

  test('shows its page and its API to who has signed in, and to nobody else', async ({ page, problems }) => {
    expect((await fetch(`${site.url}/api/secret`)).status).toBe(401)
    await installWallet(page)
    await page.goto(site.url)
    await expect(page.getByTestId('welcome')).toHaveText('Connect a wallet and sign in to read on.')
    await connectAndSign(page)
    const account = `eip155:1:${evm.accounts[0]!.address}`
    await expect(page.getByTestId('welcome')).toHaveText(`The server knows you as ${account}.`)
    await page.getByRole('button', { name: 'Read the secret' }).click()
    await expect(page.getByTestId('secret')).toHaveText(`Only you can read this, ${account}.`)

    await page.reload()
    await expect(page.getByTestId('welcome')).toContainText(account)
    await expect(page.getByTestId('account-button')).toBeVisible()
    await expect(dialog(page)).toBeHidden()

    await disconnect(page)
    await expect(page.getByTestId('welcome')).toHaveText('Connect a wallet and sign in to read on.')
    // The server is told of it while the page shows it already.
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/secret')).status)).toBe(401)
    expect(ownProblems(problems)).toEqual([])
  })

  test('disconnects who does not sign', async ({ page }) => {
    await installWallet(page)
    await page.goto(site.url)
    await page.getByTestId('connect-button').click()
    await dialog(page)
      .getByRole('button', { name: /Test wallet/ })
      .click()
    await page.getByTestId('siwx-cancel').click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByTestId('connect-button')).toBeVisible()
  })
})

test.describe('the Node example', () => {
  test.describe.configure({ mode: 'serial' })
  let site: RunningServer
  let start: () => Promise<RunningServer>

  test.beforeAll(async () => {
    test.setTimeout(600_000)
    await buildExample('node-siwx')
    const postgres = await startPostgres()
    stops.push(postgres.stop)
    const database = await postgres.createDatabase('notes')
    start = () =>
      startExample('node-siwx', ['tsx', 'server/main.ts'], {
        DATABASE_URL: database,
        SESSION_SECRET: secret,
        ETHEREUM_RPC_URL: evm.url,
      })
    site = await start()
    stops.push(() => site.stop())
  })

  const notes = (page: Page) => page.getByTestId('notes').getByRole('listitem')

  async function add(page: Page, text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Note' }).fill(text)
    await page.getByRole('button', { name: 'Add' }).click()
  }

  test('keeps notes for the accounts that wrote them', async ({ page, problems }) => {
    expect((await fetch(`${site.url}/api/notes`)).status).toBe(401)
    const wallet = await installWallet(page)
    await page.goto(site.url)
    await connectAndSign(page)
    await add(page, 'Feed the cat')
    await expect(notes(page)).toHaveText(['Feed the cat'])
    await page.reload()
    await expect(notes(page)).toHaveText(['Feed the cat'])

    await disconnect(page)
    // The server is told of it while the page shows it already.
    await expect.poll(() => page.evaluate(async () => (await fetch('/api/notes')).status)).toBe(401)
    await wallet.evaluate((control, address) => control.switchAccount(address), evm.accounts[1]!.address)
    await connectAndSign(page)
    await expect(notes(page)).toHaveCount(0)
    expect(ownProblems(problems)).toEqual([])
  })

  test('has Solana wallets sign in by the same routes', async ({ page }) => {
    await installTestWallet(page, {
      kind: 'solana',
      name: 'Sol wallet',
      chains: [{ chain: 'solana:mainnet', rpcUrl: 'http://127.0.0.1:1' }],
    })
    await page.goto(site.url)
    await connectAndSign(page, 'Sol wallet')
    await add(page, 'Water the plants')
    await expect(notes(page)).toHaveText(['Water the plants'])
  })
})
