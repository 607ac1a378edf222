// A Ledger in software behind the browser's own HID interface: the packets, instructions and keys are real, the browser's window that
// asks for the device isn't.
import { createLedgerDevice, createTestHid, type LedgerDevice } from '@latchkey/devstack/ledger'
import type { Page } from '@playwright/test'
import type { AppConfiguration } from './app/configuration.js'
import { expect, test } from './chains/fixtures.js'
import { configure } from './fixtures.js'
import { dialog } from './page.js'
import { expectStatus, signButton } from './signInPage.js'
import { startSignInServer } from './signInServer.js'

// Nodes of two chains on a machine that may have other things to do.
test.describe.configure({ timeout: 180_000 })

const at = (page: Page, id: string) => dialog(page).getByTestId(id)
const whole = (page: Page, id: string) => page.getByTestId('whole').getByTestId(id)

/** Plugs a device in. A site that may use it still may after a reload. */
async function plugIn(page: Page, device: LedgerDevice): Promise<void> {
  await page.exposeFunction('ledgerCable', async (packet: number[]) => {
    const { packets, isReplugged } = await device.receive(Uint8Array.from(packet))
    return { packets: packets.map((answer) => [...answer]), isReplugged }
  })
  await page.addInitScript(`{
    const hid = (${createTestHid.toString()})({ send: (packet) => window.ledgerCable(packet) })
    hid.isGranted = sessionStorage.getItem('ledgerGranted') === 'true'
    addEventListener('pagehide', () => sessionStorage.setItem('ledgerGranted', hid.isGranted))
    Object.defineProperty(navigator, 'hid', { value: hid, configurable: true })
  }`)
}

const onHid = (page: Page, action: 'unplug' | 'plug') => page.evaluate(`navigator.hid.${action}()`)
const prompts = (page: Page) => page.evaluate('navigator.hid.prompts')

async function open(page: Page, url: string, configuration: AppConfiguration): Promise<void> {
  await configure(page, { ledger: true, ...configuration })
  await page.goto(`${url}/chains.html`)
}

async function connect(page: Page, namespace: string): Promise<void> {
  await whole(page, 'connect-button').click()
  await dialog(page)
    .getByRole('button', { name: /Ledger/ })
    .click()
  await at(page, `lk-ledger-${namespace}`).click()
  await at(page, 'lk-ledger-account-0').click()
  await expect(whole(page, 'status')).toHaveText('connected')
}

async function send(page: Page, to: string, amount: bigint, token?: object): Promise<void> {
  await whole(page, 'send-to').fill(to)
  await whole(page, 'send-amount').fill(String(amount))
  await whole(page, 'send-token').fill(token ? JSON.stringify(token) : '')
  await whole(page, 'send').click()
  await expect(whole(page, 'result')).toHaveText(/^confirmed /, { timeout: 60_000 })
}

test('EVM: signs in, and sends coin and token', async ({ page, chains, problems }) => {
  const { main } = chains
  const device = createLedgerDevice()
  const server = await startSignInServer(process.env['LATCHKEY_E2E_URL'] ?? '')
  try {
    await plugIn(page, device)
    const siwx = { required: true, backend: '/api/siwx' }
    await open(page, server.url, { chains: [main.chain], siwx })
    await connect(page, 'eip155')
    await signButton(page).click()
    await expectStatus(page, 'signedIn')
    expect(server.signIns).toHaveLength(1)
    await expect(dialog(page)).toBeHidden()

    const to = `0x${'5a'.repeat(20)}` as const
    await send(page, to, 10n ** 15n)
    expect(await main.balanceOf(to)).toBe(10n ** 15n)
    const { address, decimals, symbol } = main.tokens.usd
    await send(page, to, 2_500_000n, { address, decimals, symbol })
    expect(await main.tokenBalanceOf(address, to)).toBe(2_500_000n)
    expect(device.controls.screens.map((pages) => Object.keys(pages).join())).toEqual([
      'message',
      'amount,to,network',
      'amount,to,network,blind',
    ])
    // The browser reports the server's answer that nobody is signed in yet.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  } finally {
    await server.stop()
  }
})

test('EVM: reads a call by its descriptor, beside what the device shows', async ({ page, chains }) => {
  const { main } = chains
  const { address, decimals, symbol } = main.tokens.usd
  const device = createLedgerDevice()
  await plugIn(page, device)
  const ledgerDescriptors = { 'token.json': tokenDescriptor(main.chain.id, address) }
  await open(page, process.env['LATCHKEY_E2E_URL'] ?? '', { chains: [main.chain], ledgerDescriptors })
  await connect(page, 'eip155')
  device.controls.person = 'waits'
  const to = `0x${'5b'.repeat(20)}` as const
  await whole(page, 'send-to').fill(to)
  await whole(page, 'send-amount').fill('2500000')
  await whole(page, 'send-token').fill(JSON.stringify({ address, decimals, symbol }))
  await whole(page, 'send').click()
  const review = at(page, 'lk-ledger-review')
  await expect(review).toContainText('Send')
  await expect(review).toContainText('Example Issuer')
  await expect(review).toContainText(new RegExp(`2\\.5\\s${symbol}`))
  await expect(review).toContainText(new RegExp(to, 'i'))
  await expect(page.getByRole('dialog')).toContainText('Your Ledger can’t confirm this reading.')
  expect(device.controls.screens.at(-1)).toHaveProperty('blind')
})

/** What a transfer of a token means (ERC-7730). */
const tokenDescriptor = (chainId: number, address: string) => ({
  $schema: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json',
  context: { contract: { deployments: [{ chainId, address }] } },
  metadata: { owner: 'Example Issuer' },
  display: {
    formats: {
      'transfer(address to,uint256 value)': {
        intent: 'Send',
        fields: [
          { path: 'to', label: 'To', format: 'addressName' },
          { path: 'value', label: 'Amount', format: 'tokenAmount', params: { tokenPath: '@.to' } },
        ],
      },
    },
  },
})

test('EVM: declines, is unplugged, and is there after a reload without being asked for', async ({
  page,
  chains,
}) => {
  const device = createLedgerDevice()
  await plugIn(page, device)
  await open(page, process.env['LATCHKEY_E2E_URL'] ?? '', { chains: [chains.main.chain] })
  await connect(page, 'eip155')
  expect(await prompts(page)).toBe(1)

  device.controls.person = 'declines'
  await whole(page, 'sign-message').click()
  await expect(whole(page, 'result')).toHaveText(/^USER_REJECTED/)
  await expect(dialog(page)).toBeHidden()

  device.controls.person = 'waits'
  const shown = device.controls.screens.length
  await whole(page, 'sign-message').click()
  await expect.poll(() => device.controls.screens.length).toBe(shown + 1)
  await onHid(page, 'unplug')
  device.unplug()
  await expect(at(page, 'lk-ledger-problem')).toContainText('unplugged')
  await onHid(page, 'plug')
  device.controls.person = 'approves'
  await at(page, 'lk-ledger-retry').click()
  await expect(whole(page, 'result')).toHaveText(/^0x[0-9a-f]{130}$/)

  await page.reload()
  await expect(whole(page, 'status')).toHaveText('connected')
  device.controls.isLocked = true
  await whole(page, 'sign-typed-data').click()
  await expect(at(page, 'lk-ledger-problem')).toContainText('PIN')
  device.controls.isLocked = false
  await at(page, 'lk-ledger-retry').click()
  await expect(whole(page, 'result')).toHaveText(/^0x[0-9a-f]{130}$/)
  expect(await prompts(page)).toBe(0)
})

test('Solana: signs in and sends coin', async ({ page, solanaStack: stack, problems }) => {
  const device = createLedgerDevice()
  const server = await startSignInServer(process.env['LATCHKEY_E2E_URL'] ?? '')
  try {
    await plugIn(page, device)
    const clusters = [{ genesisHash: stack.genesisHash, name: 'Local Solana', rpcUrls: [stack.url] }]
    await open(page, server.url, { clusters, siwx: { required: true, backend: '/api/siwx' } })
    await connect(page, 'solana')
    await signButton(page).click()
    await expectStatus(page, 'signedIn')
    expect(server.signIns).toHaveLength(1)
    await expect(dialog(page)).toBeHidden()

    const from = (await whole(page, 'address').textContent()) ?? ''
    const to = stack.accounts[3]?.address ?? ''
    const before = await stack.balanceOf(to)
    await stack.airdrop(from, 5_000_000_000n)
    await send(page, to, 20_000_000n)
    expect((await stack.balanceOf(to)) - before).toBe(20_000_000n)
    expect(device.controls.screens.at(-1)).toMatchObject({ lamports: '20000000', to })
    // The browser reports the server's answer that nobody is signed in yet.
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([])
  } finally {
    await server.stop()
  }
})
