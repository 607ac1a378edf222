import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedWalletStackOptions, startEmbeddedWallet } from '@latchkey/devstack/embedded-wallet'
import { type FarcasterStack, startFarcaster } from '@latchkey/devstack/farcaster'
import { type MailSink, startMail } from '@latchkey/devstack/mail'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { AppConfiguration } from './app/configuration.js'
import { test as base } from './chains/fixtures.js'
import { configure } from './fixtures.js'
import { type HostServer, startHostServer } from './hostServer.js'
import { dialog } from './page.js'

/** The wallet's service, which a test may take down, and whose clock it moves. */
export interface WalletService {
  readonly frameUrl: string
  readonly mail: MailSink
  pass(milliseconds: number): void
  stop(): Promise<void>
  /** On the same port, with the same people. */
  start(): Promise<void>
}

interface Fixtures {
  /** Whether the local provider stands for every social login. */
  readonly social: NonNullable<EmbeddedWalletStackOptions['social']>
  /** Of the service and of the app's page: passkeys need `localhost`. */
  readonly hostName: 'localhost' | '127.0.0.1'
  /** Of smart accounts, by network. */
  readonly bundlers: NonNullable<EmbeddedWalletStackOptions['bundlers']>
  /** The app's own server, which vouches for its users. */
  readonly host: HostServer
  /** Present when social logins are. */
  readonly farcaster: FarcasterStack | undefined
  readonly walletService: WalletService
  /** What an app lists for email login over the local chains. */
  readonly configuration: AppConfiguration
}

export const test = base.extend<Fixtures>({
  social: [false, { option: true }],
  hostName: ['127.0.0.1', { option: true }],
  bundlers: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from it.
  host: async ({}, use) => {
    const host = await startHostServer()
    await use(host)
    await host.stop()
  },
  farcaster: async ({ social, chains }, use) => {
    const farcaster = social ? await startFarcaster({ chain: chains.main }) : undefined
    await use(farcaster)
    await farcaster?.stop()
  },
  walletService: async ({ social, hostName, bundlers, farcaster, host }, use) => {
    const [folder, mail] = [await mkdtemp(join(tmpdir(), 'latchkey-e2e-wallet-')), await startMail()]
    const faults: unknown[] = []
    let offset = 0
    const clock = { now: () => Date.now() + offset }
    const run = (port = 0) =>
      startEmbeddedWallet({
        hostName,
        folder,
        mail,
        port,
        clock,
        social,
        bundlers,
        ...(farcaster && { farcaster }),
        hostTokens: host.tokens,
        onFault: (fault) => faults.push(fault),
      })
    let running = await run()
    const { frameUrl } = running
    await use({
      frameUrl,
      mail,
      pass(milliseconds) {
        offset += milliseconds
      },
      stop: () => running.stop(),
      async start() {
        running = await run(Number(new URL(frameUrl).port))
      },
    })
    await running.stop()
    await mail.stop()
    await rm(folder, { recursive: true, force: true })
    expect(faults).toEqual([])
  },

  configuration: async ({ chains, solanaStack, walletService }, use) => {
    const { genesisHash, chainId, url } = solanaStack
    await use({
      chains: [chains.main.chain, chains.second.chain],
      clusters: [{ genesisHash, name: 'Local Solana', rpcUrls: [url] }],
      emailAuth: {
        frameUrl: walletService.frameUrl,
        networks: [`eip155:${chains.main.chainId}`, `eip155:${chains.second.chainId}`, chainId as NetworkId],
      },
    })
  },
})

/** The wallet's own page, of another origin. */
export const frame = (page: Page): FrameLocator => page.frameLocator('[data-latchkey-frame] iframe')

export const walletDialog = (page: Page): Locator => page.locator('dialog[data-latchkey-frame]')

/** Presses a button of the wallet, which takes presses only after it was seen for a moment. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = frame(page).getByRole('button', { name, exact: true })
  // A button that just scrolled into view isn't pressed at once, either.
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeEnabled()
  // The browser drops presses on a frame that moved less than half a second ago.
  let [last, times] = ['', 0]
  while (times < 7) {
    const box = JSON.stringify(await walletDialog(page).boundingBox())
    times = box === last ? times + 1 : 0
    last = box
    await page.waitForTimeout(100)
  }
  await button.click()
}

/** What an app does on one chain, in its section of the page. */
export const only = (page: Page, namespace: string, id: string): Locator =>
  page.getByTestId(`only-${namespace}`).getByTestId(id)

export async function openPage(
  page: Page,
  configuration: AppConfiguration,
  hostName = '127.0.0.1',
): Promise<void> {
  await configure(page, configuration)
  await page.goto(`${process.env['LATCHKEY_E2E_URL']?.replace('127.0.0.1', hostName)}/chains.html`)
  await expect(page.getByTestId('whole')).toBeVisible()
}

/** Asks for a mail, and answers how many the address had before. */
export async function askForMail(page: Page, { mail }: WalletService, email: string): Promise<number> {
  const before = mail.mails(email).length
  await page.getByTestId('whole').getByTestId('connect-button').click()
  await dialog(page).getByTestId('lk-email').fill(email)
  await dialog(page).getByTestId('lk-email-submit').click()
  return before
}

export async function codeFrom({ mail }: WalletService, email: string, after = 0): Promise<string> {
  const { text } = await mail.next(email, after)
  return /code is (\d{6})/.exec(text)?.[1] ?? ''
}

export const enterCode = (page: Page, code: string): Promise<void> =>
  dialog(page).getByTestId('lk-email-code').fill(code)

/** Writes the recovery code down, as a person does. */
export async function keepRecoveryCode(page: Page): Promise<string> {
  const code = (await frame(page).locator('output').textContent()) ?? ''
  await press(page, 'I’ve written it down')
  return code
}

export async function readAddresses(page: Page): Promise<{ evm: `0x${string}`; solana: string }> {
  await expect(only(page, 'eip155', 'status')).toHaveText('connected')
  await expect(only(page, 'solana', 'status')).toHaveText('connected')
  const [evm, solana] = [only(page, 'eip155', 'address'), only(page, 'solana', 'address')]
  return {
    evm: ((await evm.textContent()) ?? '') as `0x${string}`,
    solana: (await solana.textContent()) ?? '',
  }
}

/** The first login of an address, until the app knows its accounts. */
export async function logIn(page: Page, service: WalletService, email: string) {
  const before = await askForMail(page, service, email)
  await enterCode(page, await codeFrom(service, email, before))
  const recoveryCode = await keepRecoveryCode(page)
  return { recoveryCode, ...(await readAddresses(page)) }
}
