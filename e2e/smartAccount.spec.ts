// Payments of a smart account as a person makes them, while bundlers fail and pages are reloaded: the chain says what was paid.
import type { BundlerFaults } from '@latchkey/devstack/account-abstraction'
import type { EvmStack } from '@latchkey/devstack/evm'
import type { Page } from '@playwright/test'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expect } from './chains/fixtures.js'
import { askForMail, codeFrom, enterCode, frame, only, press } from './emailLoginPage.js'
import { dialog } from './page.js'
import { expectStatus } from './signInPage.js'
import { startSignInServer } from './signInServer.js'
import {
  at,
  bothOf,
  carriedOut,
  dollarsOf,
  openActivity,
  openSmartAccount,
  previewPayment,
  reload,
  test,
} from './smartAccountPage.js'

// A bundler has twenty seconds before the wallet asks the next one.
test.describe.configure({ timeout: 300_000 })

const someone = () => privateKeyToAddress(generatePrivateKey())
const patient = { timeout: 120_000 }
const amount = '2.5'
const units = 2_500_000n
const isSend = ({ method }: { readonly method: string }) => method === 'eth_sendUserOperation'

const confirm = (page: Page) => at(page, 'send-confirm').click()

/** Confirms a payment to whom an earlier one may have been sent, once the person has said that they looked. */
async function confirmAgain(page: Page): Promise<void> {
  await expect(at(page, 'send-confirm')).toBeDisabled()
  await at(page, 'send-looked-up').check()
  await confirm(page)
}

/** What the receiver has in the end, and how many operations it took. */
async function expectPaidOnce(main: EvmStack, account: Address, to: Address): Promise<void> {
  await expect.poll(() => dollarsOf(main, to), patient).toBe(units)
  await main.client.mine({ blocks: 3 })
  expect([await dollarsOf(main, to), (await carriedOut(main, account)).length]).toEqual([units, 1])
}

async function expectNothingPaid(main: EvmStack, account: Address, to: Address): Promise<void> {
  expect([await dollarsOf(main, to), await carriedOut(main, account)]).toEqual([0n, []])
}

const failures: readonly (readonly [string, (account: Address) => BundlerFaults])[] = [
  ['is down', () => ({ isDown: true })],
  ['answers too late', () => ({ delay: 15_000 })],
  ['drops what it took', () => ({ drops: true })],
  ['refuses', () => ({ refuses: 'Not today.' })],
  ['censors the account', (account) => ({ censors: [account.toLowerCase()] })],
  ['carries it out and answers another hash', () => ({ hash: `0x${'ab'.repeat(32)}` })],
  ['carries it out and never answers', () => ({ losesAnswer: true })],
]
/** Those that lose what a person would pay again without; the others with `npm run faults`. */
const losesPayment = /drops|never/
const failing = failures.filter(([name]) => process.env['FAULTS'] === 'all' || losesPayment.test(name))
for (const [index, [name, faultsFor]] of failing.entries()) {
  test(`a payment is made once and told as made when the first bundler ${name}`, async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = `failing${index}@example.com`
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const [first, second] = bothOf(abstraction)
    const to = someone()
    first.setFaults(faultsFor(account))
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await press(page, 'Send')
    await expect(at(page, 'send-confirmed')).toContainText('2.5 LUSD sent', patient)
    first.setFaults({})
    await expectPaidOnce(main, account, to)

    // Nothing is left over that would be paid later.
    const before = [first, second].map(({ requests }) => requests.filter(isSend).length)
    await reload(page)
    await openActivity(page)
    await expect(at(page, 'activity-tab')).toContainText('Sent')
    await expect(at(page, 'activity-tab')).not.toContainText(/By another account|May have been sent/)
    await expectPaidOnce(main, account, to)
    expect([first, second].map(({ requests }) => requests.filter(isSend).length)).toEqual(before)
  })
}

test.describe('when every bundler', () => {
  test('is down, nothing is signed, the person reads that nothing was sent, and pays once afterwards', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'down@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const to = someone()
    for (const bundler of bothOf(abstraction)) bundler.setFaults({ isDown: true })
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await expect(dialog(page).locator('.lk-banner[data-tone="danger"]')).toBeVisible(patient)
    await expect(at(page, 'send-preview-view')).toBeVisible()
    await expect(dialog(page)).not.toContainText('may have been sent')
    await expectNothingPaid(main, account, to)

    for (const bundler of bothOf(abstraction)) bundler.setFaults({})
    await confirm(page)
    await press(page, 'Send')
    await expect(at(page, 'send-confirmed')).toBeVisible(patient)
    await expectPaidOnce(main, account, to)
    await reload(page)
    await openActivity(page)
    await expect(at(page, 'activity-tab')).toContainText('Sent')
    await expect(at(page, 'activity-tab')).not.toContainText('May have been sent')
  })

  test('refuses, the person reads that it may have been sent, and what is paid next takes its place', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'refused@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const to = someone()
    const bundlers = bothOf(abstraction)
    const before = bundlers[0].requests.length
    for (const bundler of bundlers) bundler.setFaults({ refuses: 'Not today.' })
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await press(page, 'Send')
    await expect(dialog(page)).toContainText('may have been sent', patient)
    await expect(dialog(page)).toContainText('before you send again')
    await expectNothingPaid(main, account, to)

    for (const bundler of bundlers) bundler.setFaults({})
    await dialog(page).getByRole('button', { name: 'Start over' }).click()
    await expect(at(page, 'send-form')).toBeVisible()
    await previewPayment(page, main, { to, amount })
    await confirmAgain(page)
    await press(page, 'Send')
    await expect(at(page, 'send-confirmed')).toBeVisible(patient)
    // Both have one nonce, so that the bundlers can carry out one of the two.
    const nonces = bundlers[0].requests
      .slice(before)
      .filter(isSend)
      .map(({ params }) => {
        const [operation] = params as [{ readonly nonce: string }]
        return operation.nonce
      })
    expect(new Set(nonces).size).toBe(1)
    expect(nonces.length).toBe(2)
    await expectPaidOnce(main, account, to)
  })

  test('takes a payment and drops it, it is told after a reload, and sped up into one payment', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'dropped@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const to = someone()
    const bundlers = bothOf(abstraction)
    const before = bundlers[0].requests.length
    for (const bundler of bundlers) bundler.setFaults({ drops: true })
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await press(page, 'Send')
    await expect.poll(() => bundlers[0].requests.slice(before).some(isSend), patient).toBe(true)
    await reload(page)
    await page.getByTestId('whole').getByTestId('account-button').click()
    await at(page, 'lk-email-account-row').click()
    await expect(at(page, 'lk-speed-up')).toContainText('It’s been waiting for', patient)
    await expectNothingPaid(main, account, to)
    for (const bundler of bundlers) bundler.setFaults({})
    await at(page, 'lk-speed-up').click()
    await press(page, 'Speed up')
    await expectPaidOnce(main, account, to)
    await expect(dialog(page)).toContainText(/Sped up|It went through/, patient)
    await expect(at(page, 'lk-speed-up')).toHaveCount(0, patient)
  })
})

test.describe('after a reload', () => {
  test('before the payment is confirmed and while the wallet asks, nothing was sent and nobody is asked', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'early@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const to = someone()
    const [first] = bothOf(abstraction)
    const before = first.requests.filter(isSend).length
    const expectNothingAsked = async () => {
      await expect(dialog(page)).toBeHidden()
      await expect(frame(page).getByRole('button', { name: 'Send', exact: true })).toBeHidden()
      expect(first.requests.filter(isSend).length).toBe(before)
      await expectNothingPaid(main, account, to)
      await openActivity(page)
      await expect(at(page, 'activity-tab')).toContainText('Received')
      await expect(at(page, 'activity-tab')).not.toContainText(/Sent|Sending|May have been sent/)
    }
    await previewPayment(page, main, { to, amount })
    await reload(page)
    await expectNothingAsked()

    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await expect(frame(page).getByRole('heading')).toHaveText('Send a transaction')
    await reload(page)
    await expectNothingAsked()

    await previewPayment(page, main, { to, amount })
    await confirmAgain(page)
    await press(page, 'Send')
    await expect(at(page, 'send-confirmed')).toBeVisible(patient)
    await expectPaidOnce(main, account, to)
  })

  test('while a payment waits to be mined, and after it was, it is told and paid once', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'mined@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const to = someone()
    const [first] = bothOf(abstraction)
    const before = first.requests.length
    await abstraction.pauseBundling()
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await press(page, 'Send')
    await expect.poll(() => first.requests.slice(before).some(isSend), patient).toBe(true)
    await reload(page)
    await page.getByTestId('whole').getByTestId('account-button').click()
    await at(page, 'lk-email-account-row').click()
    await expect(at(page, 'lk-speed-up')).toContainText('It’s been waiting for', patient)
    await expectNothingPaid(main, account, to)
    await abstraction.resumeBundling()
    await expectPaidOnce(main, account, to)
    // The row goes by itself, and the payment stands in the activity.
    await expect(at(page, 'lk-speed-up')).toHaveCount(0, patient)
    for (const _ of ['once', 'again']) {
      await reload(page)
      await openActivity(page)
      await expect(at(page, 'activity-tab').getByText('Sent', { exact: true })).toHaveCount(1)
      await expect(at(page, 'activity-tab')).not.toContainText(/By another account|May have been sent/)
      await expectPaidOnce(main, account, to)
    }
  })

  test('while a batch waits, it is told as not certain, then as sent, and paid once', async ({
    page,
    chains: { main },
    abstraction,
    walletService,
    configuration,
  }) => {
    const email = 'batch@example.com'
    const account = await openSmartAccount(page, walletService, main, { email, configuration })
    const [one, other] = [someone(), someone()]
    const pays = (to: Address) => ({
      to: main.tokens.usd.address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
    })
    await abstraction.pauseBundling()
    await only(page, 'eip155', 'calls').fill(JSON.stringify([pays(one), pays(other)]))
    await only(page, 'eip155', 'send-calls').click()
    await press(page, 'Send')
    await expect(only(page, 'eip155', 'calls-steps')).toHaveText('0 asking, 0 sent', patient)
    await reload(page)
    await openActivity(page)
    await expect(at(page, 'activity-tab')).toContainText('May have been sent')
    expect([await dollarsOf(main, one), await dollarsOf(main, other)]).toEqual([0n, 0n])
    await abstraction.resumeBundling()
    await expectPaidOnce(main, account, one)
    expect(await dollarsOf(main, other)).toBe(units)
    await reload(page)
    await openActivity(page)
    await expect(at(page, 'activity-tab')).toContainText('Sent')
    await expect(at(page, 'activity-tab')).not.toContainText(/By another account|May have been sent/)
    await expectPaidOnce(main, account, one)
  })
})

const chipsOf = (page: Page) => dialog(page).locator('[data-testid^="lk-account-kind-"]')

async function chooseNetwork(page: Page, chainId: number): Promise<void> {
  await at(page, 'lk-network-row').click()
  await at(page, `lk-network-eip155:${chainId}`).click()
  await expect(at(page, 'lk-network-row')).toBeVisible()
}

test('the choice between accounts is there where the smart account works, and leads away from it elsewhere', async ({
  page,
  chains: { main, second },
  walletService,
  configuration,
}) => {
  const email = 'choice@example.com'
  await openSmartAccount(page, walletService, main, { email, configuration })
  const chips = chipsOf(page)
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(chips).toHaveCount(2)
  await chooseNetwork(page, second.chainId)
  await expect(at(page, 'lk-account-kind-reason')).toContainText('doesn’t work on Local two')
  await at(page, 'lk-account-kind-eoa').click()
  await expect(chips).toHaveCount(0)
  await chooseNetwork(page, main.chainId)
  await expect(chips).toHaveCount(2)
  await expect(at(page, 'lk-account-kind-eoa')).toHaveAttribute('aria-pressed', 'true')
})

test('a login where the smart account doesn’t work chooses nothing: it comes first where it works', async ({
  page,
  chains: { main, second },
  walletService,
  configuration,
}) => {
  const own = { ...configuration, chains: [second.chain, main.chain] }
  await openSmartAccount(page, walletService, main, { email: 'elsewhere@example.com', configuration: own })
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(at(page, 'lk-network-row')).toContainText('Local two')
  await expect(chipsOf(page)).toHaveCount(0)
  await chooseNetwork(page, main.chainId)
  await reload(page)
  await page.getByTestId('whole').getByTestId('account-button').click()
  await expect(chipsOf(page)).toHaveCount(2)
  await expect(at(page, 'lk-account-kind-smartAccount')).toHaveAttribute('aria-pressed', 'true')
})

test('signs in to a server before the account is deployed and after, and the server finds each signature valid', async ({
  page,
  chains: { main },
  walletService,
  configuration,
}) => {
  const email = 'signer@example.com'
  const server = await startSignInServer(process.env['LATCHKEY_E2E_URL'] ?? '', { [main.chainId]: main.url })
  try {
    const siwx = { required: true, backend: '/api/siwx' }
    const own = { ...configuration, siwx }
    const account = await openSmartAccount(page, walletService, main, {
      ...{ email, configuration: own, origin: server.url },
    })
    const sign = async (method: string) => {
      await dialog(page).getByTestId('siwx-sign').click()
      await press(page, 'Sign')
      await expectStatus(page, 'signedIn')
      const accountId = `eip155:${main.chainId}:${account}`
      expect(server.signIns.at(-1)).toMatchObject({ accountId, method })
    }
    await sign('eip6492')
    await expect(dialog(page)).toBeHidden()
    const to = someone()
    await previewPayment(page, main, { to, amount })
    await confirm(page)
    await press(page, 'Send')
    await expect(at(page, 'send-confirmed')).toBeVisible(patient)
    await expectPaidOnce(main, account, to)
    await at(page, 'send-done').click()
    await page.keyboard.press('Escape')

    await only(page, 'eip155', 'disconnect').click()
    await expect(only(page, 'eip155', 'status')).toHaveText('disconnected')
    walletService.pass(60_000)
    const before = await askForMail(page, walletService, email)
    await enterCode(page, await codeFrom(walletService, email, before))
    await expect(only(page, 'eip155', 'status')).toHaveText('connected')
    await sign('eip1271')
    expect(server.refused).toEqual([])
  } finally {
    await server.stop()
  }
})
