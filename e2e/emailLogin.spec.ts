// Login by email as a visitor without a wallet meets it: the real frame on its own origin, real mail, real nodes.
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from './chains/fixtures.js'
import {
  askForMail,
  codeFrom,
  enterCode,
  frame,
  keepRecoveryCode,
  logIn,
  only,
  openPage,
  press,
  readAddresses,
  test,
  walletDialog,
} from './emailLoginPage.js'
import { dialog, fillBehind, stateOf } from './page.js'
import { expectStatus } from './signInPage.js'

test.describe.configure({ timeout: 180_000 })

const email = 'visitor@example.com'
const message = 'Hello, Latchkey'
const receiver = { evm: `0x${'3'.repeat(40)}`, solana: base58.encode(new Uint8Array(32).fill(9)) } as const

async function send(
  page: Page,
  namespace: string,
  to: string,
  amount: bigint,
  token?: object,
): Promise<void> {
  await fillBehind(only(page, namespace, 'send-to'), to)
  await fillBehind(only(page, namespace, 'send-amount'), String(amount))
  await fillBehind(only(page, namespace, 'send-token'), token ? JSON.stringify(token) : '')
  await only(page, namespace, 'send').click()
}

const fact = (page: Page, name: string) =>
  frame(page)
    .locator('dl > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')

test('a visitor without a wallet gets one by mail, receives, sends, signs, exports the keys, and is in again after a reload', async ({
  page,
  chains,
  solanaStack,
  walletService,
  configuration,
  problems,
}) => {
  const { main } = chains
  await openPage(page, configuration)
  await expect(walletDialog(page)).toHaveCount(0)
  await askForMail(page, walletService, email)
  const code = await codeFrom(walletService, email)
  await enterCode(page, code === '000000' ? '000001' : '000000')
  await expect(dialog(page).getByText('This code isn’t right. Check it and try again.')).toBeVisible()
  await enterCode(page, code)
  expect(await keepRecoveryCode(page)).toMatch(/^(?:[0-9A-Z]{5}-){5}[0-9A-Z]{4}$/)
  const { evm, solana } = await readAddresses(page)
  await expect(dialog(page)).toBeHidden()

  // Receives.
  await main.setBalance(evm, 10n ** 18n)
  await main.client.writeContract({
    account: main.accounts[0]!.address,
    chain: null,
    address: main.tokens.usd.address,
    abi: [
      {
        type: 'function',
        name: 'transfer',
        stateMutability: 'nonpayable',
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
        outputs: [{ type: 'bool' }],
      },
    ],
    functionName: 'transfer',
    args: [evm, 50_000_000n],
  })
  await solanaStack.airdrop(solana, 2_000_000_000n)

  // Sends the coin and a token on EVM, and the coin on Solana: what is shown is what the node says afterwards.
  await send(page, 'eip155', receiver.evm, 42n * 10n ** 15n)
  await expect(fact(page, 'You send')).toHaveText('0.042 ETH')
  await expect(fact(page, 'To')).toHaveText(receiver.evm)
  await press(page, 'Send')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^confirmed 0x/, { timeout: 60_000 })
  expect(await main.balanceOf(receiver.evm)).toBe(42n * 10n ** 15n)
  const { address, decimals, symbol } = main.tokens.usd
  await send(page, 'eip155', receiver.evm, 12_500_000n, { address, decimals, symbol })
  await expect(fact(page, 'You send')).toHaveText(['12.5 LUSD', '12500000 of the token’s smallest unit'])
  await expect(fact(page, 'To')).toHaveText(receiver.evm)
  await press(page, 'Send')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^confirmed 0x/, { timeout: 60_000 })
  expect(await main.tokenBalanceOf(address, receiver.evm)).toBe(12_500_000n)
  await send(page, 'solana', receiver.solana, 300_000_000n)
  await expect(fact(page, 'You send')).toHaveText('0.3 SOL')
  await expect(fact(page, 'Recipient')).toHaveText(receiver.solana)
  await press(page, /^(?:Sign|Send)$/)
  await expect(only(page, 'solana', 'result')).toHaveText(/^confirmed /, { timeout: 60_000 })
  expect(await solanaStack.balanceOf(receiver.solana)).toBe(300_000_000n)

  // Signs on both.
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
  const signature = ((await only(page, 'eip155', 'result').textContent()) ?? '') as `0x${string}`
  expect(await verifyMessage({ address: evm, message, signature })).toBe(true)
  await only(page, 'solana', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'solana', 'result')).toHaveText(/^\w{80,}$/)
  const signed = base58.decode((await only(page, 'solana', 'result').textContent()) ?? '')
  expect(ed25519.verify(signed, new TextEncoder().encode(message), base58.decode(solana))).toBe(true)

  // Is in again after a reload, without a mail.
  await page.reload()
  expect(await readAddresses(page)).toEqual({ evm, solana })
  expect(walletService.mail.mails(email)).toHaveLength(1)
  await expect(walletDialog(page)).toBeHidden()

  // Exports the keys, which the app never sees.
  await page.getByTestId('whole').getByTestId('account-button').click()
  await dialog(page).getByTestId('lk-email-account-row').click()
  await expect(dialog(page).getByText(email)).toBeVisible()
  await dialog(page).getByTestId('lk-email-export').click()
  await press(page, 'Show keys')
  const [words = '', evmKey = '', solanaKey = ''] = await frame(page).locator('output').allTextContents()
  expect(privateKeyToAccount(evmKey as `0x${string}`).address).toBe(evm)
  expect(mnemonicToAccount(words).address).toBe(evm)
  expect(base58.encode(ed25519.getPublicKey(base58.decode(solanaKey).slice(0, 32)))).toBe(solana)
  await press(page, 'Done')
  await expect(walletDialog(page)).toBeHidden()
  await dialog(page).getByTestId('lk-header-close').click()

  // Signs out, and stays out.
  await only(page, 'eip155', 'disconnect').click()
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')
  await page.reload()
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('disconnected')
  await expect(walletDialog(page)).toHaveCount(0)
  // The browser says that the wrong code was answered with an error.
  expect(problems).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('a request is declined, closed by each way out, and one of several waits for the one before', async ({
  page,
  walletService,
  configuration,
}) => {
  await openPage(page, configuration)
  await logIn(page, walletService, email)
  const result = only(page, 'eip155', 'result')
  const sign = frame(page).getByRole('button', { name: 'Sign', exact: true })

  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Decline')
  await expect(result).toHaveText(/^USER_REJECTED/)
  await expect(dialog(page)).toHaveCount(0)

  for (const leave of ['close', 'escape in the wallet', 'escape on the button'] as const) {
    await only(page, 'eip155', 'sign-message').click()
    await expect(sign).toBeVisible()
    if (leave === 'close') await page.getByTestId('lk-frame-close').click()
    else {
      if (leave === 'escape on the button') await page.getByTestId('lk-frame-close').focus()
      await page.keyboard.press('Escape')
    }
    await expect(result, leave).toHaveText(/^(?:USER_REJECTED|REQUEST_ABORTED)/)
    await expect(dialog(page)).toHaveCount(0)
    await expect(walletDialog(page)).toBeHidden()
  }

  // Two apps' worth of requests at once: one after the other, in their order, and the modal closes with the last.
  await page.evaluate(() => {
    for (const id of ['eip155', 'solana'])
      document
        .querySelector<HTMLButtonElement>(`[data-testid="only-${id}"] [data-testid="sign-message"]`)
        ?.click()
  })
  await press(page, 'Sign')
  await expect(result).toHaveText(/^0x/)
  await press(page, 'Sign')
  await expect(only(page, 'solana', 'result')).toHaveText(/^\w{80,}$/)
  await expect(dialog(page)).toHaveCount(0)
})

test('a second browser profile gets the same wallet by a link in the mail, a code and the recovery code', async ({
  page,
  browser,
  walletService,
  configuration,
}) => {
  await openPage(page, configuration)
  const first = await logIn(page, walletService, email)
  walletService.pass(30_000)

  const profile = await browser.newContext()
  const other = await profile.newPage()
  await openPage(other, configuration)
  const before = await askForMail(other, walletService, email)
  await expect(dialog(other).getByTestId('lk-email-device')).toBeVisible()
  const { text } = await walletService.mail.next(email, before)
  const approval = await profile.newPage()
  await approval.goto(/https?:\/\/\S+approve-device\S+/.exec(text)?.[0] ?? '')
  await expect(approval.getByText(process.env['LATCHKEY_E2E_URL'] as string)).toBeVisible()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await expect(approval.getByText('Approved.')).toBeVisible()
  await enterCode(other, await codeFrom(walletService, email, before + 1))
  const field = frame(other).getByLabel('Recovery code')
  await field.fill('00000-00000')
  await press(other, 'Open wallet')
  await expect(frame(other).getByText('typing error')).toBeVisible()
  await field.fill(first.recoveryCode.toLowerCase())
  await press(other, 'Open wallet')
  const { evm, solana } = await readAddresses(other)
  expect({ evm, solana }).toEqual({ evm: first.evm, solana: first.solana })
  await only(other, 'eip155', 'sign-message').click()
  await press(other, 'Sign')
  await expect(only(other, 'eip155', 'result')).toHaveText(/^0x/)
  await profile.close()
  // The first device goes on as it was.
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
})

test('codes that are wrong, old or spent do not work, and mails come no faster than every 30 seconds', async ({
  page,
  walletService,
  configuration,
}) => {
  await page.clock.install()
  const pass = async (milliseconds: number) => {
    walletService.pass(milliseconds)
    await page.clock.fastForward(milliseconds)
  }
  const says = (text: string) => expect(dialog(page).getByText(text)).toBeVisible()
  await openPage(page, configuration)
  await askForMail(page, walletService, email)
  const first = await codeFrom(walletService, email)
  const wrong = first === '000000' ? '000001' : '000000'
  const resend = dialog(page).getByTestId('lk-email-resend')
  await expect(resend).toBeDisabled()
  for (let tries = 0; tries < 4; tries += 1) {
    await enterCode(page, wrong)
    await says('This code isn’t right. Check it and try again.')
    await expect(dialog(page).getByTestId('lk-email-code')).toHaveValue('')
  }
  await enterCode(page, wrong)
  await says('Too many tries. Request a new code.')
  await enterCode(page, first)
  await says('Too many tries. Request a new code.')

  // Another mail: not from the start of the login either, until 30 seconds are over.
  await dialog(page).getByTestId('header-back').click()
  await dialog(page).getByTestId('lk-email-submit').click()
  await expect(dialog(page).getByText(/^Please try again after \d+ seconds$/)).toBeVisible()
  await pass(30_000)
  await dialog(page).getByTestId('lk-email-submit').click()
  const second = await codeFrom(walletService, email, 1)
  // The mail may be there before the page has its answer, and that must not wait for 20 minutes.
  await expect(dialog(page).getByTestId('lk-email-code')).toBeVisible()
  await pass(20 * 60_000)
  await enterCode(page, second)
  await says('This code has expired. Request a new one.')
  await resend.click()
  // What is typed before the answer belongs to the code before.
  await says('We sent you a new email.')
  await enterCode(page, await codeFrom(walletService, email, 2))
  await keepRecoveryCode(page)
  await readAddresses(page)
})

test('signs in with the wallet where the app requires it', async ({ page, walletService, configuration }) => {
  await openPage(page, { ...configuration, siwx: { required: true } })
  await askForMail(page, walletService, email)
  await enterCode(page, await codeFrom(walletService, email))
  await keepRecoveryCode(page)
  await dialog(page).getByTestId('siwx-sign').click()
  await expect(frame(page).getByText('wants you to sign in')).toBeVisible()
  await press(page, 'Sign')
  await expect(dialog(page)).toBeHidden()
  await expectStatus(page, 'signedIn')
  await page.reload()
  await readAddresses(page)
  await expectStatus(page, 'signedIn')
})

test('the frame may go away and the service may be down: requests end, and work again afterwards', async ({
  page,
  walletService,
  configuration,
}) => {
  await openPage(page, configuration)
  const { evm } = await logIn(page, walletService, email)
  const result = only(page, 'eip155', 'result')

  // Another document takes the frame's place in the middle of a request.
  await only(page, 'eip155', 'sign-message').click()
  await expect(frame(page).getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
  const source = page.frames().find((one) => one.url().startsWith(walletService.frameUrl))
  await source?.evaluate(() => location.reload())
  await expect(result).toHaveText(/^FRAME_GONE/)
  await expect(dialog(page)).toBeHidden()
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(result).toHaveText(/^0x/)

  await walletService.stop()
  await only(page, 'eip155', 'sign-message').click()
  await expect(result).toHaveText(/^SERVICE_UNAVAILABLE: The wallet’s service can’t be reached/)
  await expect(dialog(page)).toBeHidden()
  await walletService.start()
  await only(page, 'eip155', 'sign-message').click()
  await press(page, 'Sign')
  await expect(result).toHaveText(/^0x/)

  // A page that is loaded while the service is down is not signed out by it.
  await walletService.stop()
  await page.reload()
  await expect(page.getByTestId('whole')).toBeVisible()
  await walletService.start()
  await page.reload()
  expect((await readAddresses(page)).evm).toBe(evm)
})

test('two tabs of one person: both sign, on each network of each chain, and a sign-out in one ends the other', async ({
  page,
  chains,
  solanaStack,
  walletService,
  configuration,
}) => {
  // Another cluster by name. What signs a message asks no node.
  const other = { genesisHash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY', name: 'Solana two' }
  const otherId = `solana:${other.genesisHash.slice(0, 32)}` as const
  Object.assign(configuration, {
    clusters: [...(configuration.clusters ?? []), { ...other, rpcUrls: [solanaStack.url] }],
    emailAuth: {
      ...configuration.emailAuth,
      networks: [...(configuration.emailAuth?.networks ?? []), otherId],
    },
  })
  await openPage(page, configuration)
  const { evm } = await logIn(page, walletService, email)
  const second = await page.context().newPage()
  await openPage(second, configuration)
  expect((await readAddresses(second)).evm).toBe(evm)
  for (const tab of [second, page]) {
    await tab.bringToFront()
    await only(tab, 'eip155', 'sign-message').click()
    await press(tab, 'Sign')
    await expect(only(tab, 'eip155', 'result')).toHaveText(/^0x/)
  }
  // Goes to another network and back, on each chain, and signs there each time.
  const { chain: first } = chains.main
  const switches = [
    ['eip155', chains.second.chain.name, `eip155:${chains.second.chainId}`],
    ['solana', other.name, otherId],
    ['eip155', first.name, `eip155:${first.id}`],
    ['solana', 'Local Solana', solanaStack.chainId],
  ] as const
  for (const [namespace, name, id] of switches) {
    await page.getByTestId(`only-${namespace}`).getByTestId('lk-network-button').click()
    await dialog(page)
      .getByRole('button', { name: new RegExp(name) })
      .click()
    await expect(only(page, namespace, 'network')).toHaveText(id)
    await expect(dialog(page)).toBeHidden()
    await only(page, namespace, 'sign-message').click()
    await press(page, 'Sign')
    await expect(only(page, namespace, 'result')).toHaveText(namespace === 'solana' ? /^\w{80,}$/ : /^0x/)
  }
  await only(page, 'eip155', 'sign-typed-data').click()
  await press(page, 'Sign')
  await expect(only(page, 'eip155', 'result')).toHaveText(/^0x/)
  // The networks of before the reload are those of after it.
  await page.reload()
  await readAddresses(page)
  await expect(only(page, 'solana', 'network')).toHaveText(solanaStack.chainId)

  await only(page, 'eip155', 'disconnect').click()
  await expect(only(second, 'eip155', 'status')).toHaveText('disconnected')
  expect((await stateOf(second)).connections).toEqual([])
})
