// Sends through the form, by real wallets on real nodes: what the node says before and after is what counts.
import { ed25519 } from '@noble/curves/ed25519.js'
import type { Page } from '@playwright/test'
import { base58 } from '@scure/base'
// @ts-expect-error The library has no types.
import { build } from 'eth-url-parser'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test as base } from './chains/fixtures.js'
import { connectWhole } from './chains/flows.js'
import { namePlaces } from '../plugins/solana/test/namePlaces.js'
import { bitcoinStage, evmStage, polkadotStage, type SendStage, solanaStage } from './chains/sendStages.js'
import { dialog } from './page.js'

const test = base.extend<{ readonly stage: SendStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  stage: async ({}, use) => use(undefined as never),
})

const chains = {
  EVM: test.extend({ stage: async ({ page, chains }, use) => use(await evmStage(page, chains.main)) }),
  Solana: test.extend({
    stage: async ({ page, solanaStack }, use) => use(await solanaStage(page, solanaStack)),
  }),
  Bitcoin: test.extend({
    stage: async ({ page, bitcoinStack }, use, { testId }) =>
      use(await bitcoinStage(page, bitcoinStack, testId)),
  }),
  Polkadot: test.extend({
    stage: async ({ page, polkadotStack }, use) => use(await polkadotStage(page, polkadotStack)),
  }),
}

// Nodes of four chains on a machine that may have other things to do.
test.describe.configure({ timeout: 180_000 })

const at = (page: Page, id: string) => dialog(page).getByTestId(id)

async function openForm(page: Page): Promise<void> {
  await page.getByTestId('whole').getByTestId('account-button').click()
  await at(page, 'wallet-features-send-button').click()
  await expect(at(page, 'send-form')).toBeVisible()
}

async function start(
  page: Page,
  stage: SendStage,
  openChains: (configuration: SendStage['configuration']) => Promise<void>,
): Promise<void> {
  await openChains(stage.configuration)
  await connectWhole(page)
  await openForm(page)
}

interface Values {
  readonly token?: string
  readonly amountText: string
  readonly receiver: string
}

async function chooseToken(page: Page, address: string): Promise<void> {
  await at(page, 'send-token').click()
  await at(page, `send-token-${address}`).click()
  await expect(at(page, 'send-form')).toBeVisible()
}

async function fill(page: Page, { token = 'native', amountText, receiver }: Values): Promise<void> {
  await chooseToken(page, token)
  await at(page, 'send-amount').fill(amountText)
  await at(page, 'send-receiver').fill(receiver)
}

async function preview(page: Page): Promise<void> {
  await expect(at(page, 'send-preview')).toHaveText('Preview Send')
  await at(page, 'send-preview').click()
  await expect(at(page, 'send-preview-view')).toBeVisible({ timeout: 30_000 })
}

/** Every character of the receiver, as a person reads it. */
const shownReceiver = async (page: Page) =>
  (await at(page, 'send-to').locator('.lk-address-group').allTextContents()).join('')

async function confirm(page: Page, stage: SendStage): Promise<void> {
  await at(page, 'send-confirm').click()
  await expect(at(page, 'send-pending').or(at(page, 'send-confirmed'))).toBeVisible({ timeout: 60_000 })
  await stage.settle?.()
  await expect(at(page, 'send-confirmed')).toBeVisible({ timeout: 60_000 })
}

/** A service that has not heard of a transaction yet answers 404, and the browser says so in the console. */
const isFault = (problem: string) => !/Failed to load resource: .* 404/.test(problem)

for (const [name, on] of Object.entries(chains)) {
  on(
    `${name}: the coin arrives, to the last unit, and the form is empty after`,
    async ({ page, stage, openChains, problems }) => {
      await start(page, stage, openChains)
      const balances = () => Promise.all([stage.balanceOf(stage.sender), stage.balanceOf(stage.receiver)])
      const [sender, receiver] = await balances()
      await fill(page, stage)
      await preview(page)
      expect(await shownReceiver(page)).toBe(stage.receiver)
      await expect(at(page, 'send-fee')).toContainText(stage.symbol)
      await expect(at(page, 'send-changes')).toContainText(stage.amountText)
      expect(await balances()).toEqual([sender, receiver])
      await confirm(page, stage)
      const [left, arrived] = await balances()
      expect(arrived).toBe(receiver + stage.amount)
      expect(left).toBeLessThan(sender - stage.amount)
      // What the person sees is what the node says.
      await expect(page.getByTestId('whole').getByTestId('balance')).toHaveText(`${left} ${stage.symbol}`)
      await at(page, 'send-done').click()
      await at(page, 'wallet-features-send-button').click()
      await expect(at(page, 'send-amount')).toHaveValue('')
      await expect(at(page, 'send-receiver')).toHaveValue('')
      await expect(at(page, 'send-recent')).toHaveCount(1)
      expect(problems.filter(isFault)).toEqual([])
    },
  )

  on(
    `${name}: a refusal in the wallet is calm, keeps the draft, and can be tried again`,
    async ({ page, stage, openChains }) => {
      await start(page, stage, openChains)
      const before = await stage.balanceOf(stage.receiver)
      await fill(page, stage)
      await preview(page)
      await stage.wallet.evaluate((control, method) => control.rejectNext(method), stage.method)
      await at(page, 'send-confirm').click()
      await expect(dialog(page)).toContainText('You declined in the wallet. Nothing was sent.')
      await expect(dialog(page).locator('.lk-banner[data-tone="danger"]')).toHaveCount(0)
      expect(await stage.balanceOf(stage.receiver)).toBe(before)
      await at(page, 'send-cancel').click()
      await expect(at(page, 'send-amount')).toHaveValue(stage.amountText)
      await expect(at(page, 'send-receiver')).toHaveValue(stage.receiver)
      await preview(page)
      await confirm(page, stage)
      expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
    },
  )

  on(`${name}: the button says what is missing`, async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    const button = at(page, 'send-preview')
    await chooseToken(page, 'native')
    await expect(button).toHaveText('Add Amount')
    await at(page, 'send-amount').fill(stage.tooMuch)
    await expect(button).toHaveText('Insufficient Funds')
    await expect(button).toBeDisabled()
    await at(page, 'send-amount').fill('0.')
    await expect(button).toHaveText('Incorrect Value')
    await at(page, 'send-amount').fill(stage.amountText)
    await expect(button).toHaveText('Add Address')
    await at(page, 'send-receiver').fill(`${stage.receiver.slice(0, -1)}!`)
    await expect(button).toHaveText('Invalid Address')
    await at(page, 'send-receiver').fill(stage.receiver)
    await expect(button).toHaveText('Preview Send')
    await expect(button).toBeEnabled()
  })
}

for (const [name, on] of [
  ['EVM', chains.EVM],
  ['Solana', chains.Solana],
] as const) {
  on(
    `${name}: tokens arrive, those that answer nothing and those of the newer program too`,
    async ({ page, stage, openChains, problems }) => {
      await start(page, stage, openChains)
      for (const token of stage.tokens) {
        const balances = () => Promise.all([token.balanceOf(stage.sender), token.balanceOf(stage.receiver)])
        const [sender, receiver] = await balances()
        await fill(page, { token: token.address, amountText: token.amountText, receiver: stage.receiver })
        await preview(page)
        await expect(at(page, 'send-changes')).toContainText(`−${token.amountText}`)
        await confirm(page, stage)
        expect(await balances()).toEqual([sender - token.amount, receiver + token.amount])
        await at(page, 'send-done').click()
        await at(page, 'wallet-features-send-button').click()
      }
      expect(problems).toEqual([])
    },
  )
}

chains.Solana(
  'Solana: the receiver’s account for a token is opened when it is missing, and the deposit is told',
  async ({ page, stage, openChains }) => {
    // Somebody who has never held anything.
    const receiver = base58.encode(ed25519.getPublicKey(ed25519.utils.randomSecretKey()))
    await start(page, stage, openChains)
    for (const token of stage.tokens) {
      expect(await token.balanceOf(receiver)).toBe(0n)
      await fill(page, { token: token.address, amountText: token.amountText, receiver })
      await preview(page)
      await expect(at(page, 'send-warning-RECEIVER_TOKEN_ACCOUNT_CREATED')).toContainText('SOL')
      await confirm(page, stage)
      expect(await token.balanceOf(receiver)).toBe(token.amount)
      await at(page, 'send-done').click()
      await at(page, 'wallet-features-send-button').click()
    }
  },
)

async function sendAll(page: Page, stage: SendStage): Promise<bigint> {
  await chooseToken(page, 'native')
  await at(page, 'send-form').getByRole('button', { name: /^Max/ }).click()
  await expect(at(page, 'send-amount')).not.toHaveValue('')
  await at(page, 'send-receiver').fill(stage.receiver)
  await preview(page)
  // Only where the fee is an offer, of which the rest comes back.
  await expect(at(page, 'send-warning-REMAINDER_LEFT')).toHaveCount(stage.symbol === 'ETH' ? 1 : 0)
  const before = await stage.balanceOf(stage.receiver)
  await confirm(page, stage)
  expect(await stage.balanceOf(stage.receiver)).toBeGreaterThan(before)
  return stage.balanceOf(stage.sender)
}

chains.Bitcoin('Bitcoin: Max leaves nothing', async ({ page, stage, openChains }) => {
  await start(page, stage, openChains)
  expect(await sendAll(page, stage)).toBe(0n)
})

chains.Polkadot(
  'Polkadot: Max leaves exactly the deposit that keeps the account open',
  async ({ page, polkadotStack, openChains }) => {
    const stage = await polkadotStage(page, polkadotStack, 5)
    await start(page, stage, openChains)
    // Rococo's existential deposit, in planck.
    expect(await sendAll(page, stage)).toBe(10_000_000_000n)
  },
)

chains.Solana(
  'Solana: Max leaves exactly what an account must hold',
  async ({ page, solanaStack, openChains }) => {
    const stage = await solanaStage(page, solanaStack, { from: 4 })
    await start(page, stage, openChains)
    // Rent of an account without data, in lamports.
    expect(await sendAll(page, stage)).toBe(890_880n)
  },
)

chains.EVM('EVM: Max leaves less than the fee that was kept back', async ({ page, chains, openChains }) => {
  const stage = await evmStage(page, chains.main, 8)
  const before = await stage.balanceOf(stage.sender)
  await start(page, stage, openChains)
  const left = await sendAll(page, stage)
  expect(left).toBeLessThan(before / 10_000n)
  const [transaction] = (await stage.wallet.evaluate((control) =>
    control.requests.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params),
  )) as [[{ value: string; gas: string; maxFeePerGas: string }]]
  const [{ value, gas, maxFeePerGas }] = transaction
  expect(BigInt(value) + BigInt(gas) * BigInt(maxFeePerGas)).toBe(before)
})

chains.EVM(
  'warns of an address that begins and ends like a known one, and wants the person’s word',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    await fill(page, stage)
    await preview(page)
    await confirm(page, stage)
    await at(page, 'send-done').click()
    await at(page, 'wallet-features-send-button').click()
    const lower = stage.receiver.toLowerCase()
    const poison = `${lower.slice(0, 6)}${'a'.repeat(32)}${lower.slice(-4)}`
    await fill(page, { amountText: '0.1', receiver: poison })
    await expect(at(page, 'send-warning-ADDRESS_LOOKALIKE')).toBeVisible()
    await preview(page)
    expect((await shownReceiver(page)).toLowerCase()).toBe(poison)
    await expect(at(page, 'send-confirm')).toBeDisabled()
    await at(page, 'send-compared').check()
    await expect(at(page, 'send-confirm')).toBeEnabled()
    await at(page, 'send-cancel').click()
    await at(page, 'send-receiver').fill(lower)
    await expect(at(page, 'send-warning-ADDRESS_LOOKALIKE')).toHaveCount(0)
    await expect(at(page, 'send-warning-FIRST_TIME_RECEIVER')).toHaveCount(0)
  },
)

chains.EVM(
  'a reload while the wallet is asked sends nothing, and one after it sends nothing twice',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    await stage.wallet.evaluate((control) => control.setApproval('ask'))
    await fill(page, stage)
    await preview(page)
    await at(page, 'send-confirm').click()
    await expect(at(page, 'send-asking')).toBeVisible()
    await stage.wallet.evaluate((control) => control.waitForPending().then(() => {}))
    await page.reload()
    await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('connected')
    expect(await stage.balanceOf(stage.receiver)).toBe(before)

    await openForm(page)
    await expect(at(page, 'send-amount')).toHaveValue('')
    await fill(page, stage)
    await expect(at(page, 'send-warning-SEND_MAY_REPEAT')).toContainText('Your wallet was asked to send')
    await preview(page)
    // The page can't know what the wallet did with the first request, and the person has looked.
    await expect(at(page, 'send-confirm')).toBeDisabled()
    await at(page, 'send-looked-up').check()
    await at(page, 'send-confirm').dblclick()
    await expect(at(page, 'send-confirmed')).toBeVisible()
    await page.reload()
    await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('connected')
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
  },
)

chains.EVM(
  'EVM: a payment link of EIP-681 that is pasted fills in receiver, token and amount, and is paid',
  async ({ page, stage, chains, openChains }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await start(page, stage, openChains)
    const [token] = stage.tokens
    if (!token) throw new Error('The stage has no token.')
    // As a library writes it that is not ours.
    const link: string = build({
      target_address: token.address,
      chain_id: String(chains.main.chainId),
      function_name: 'transfer',
      parameters: { address: stage.receiver, uint256: String(token.amount) },
    })
    const before = await token.balanceOf(stage.receiver)
    await page.evaluate((text) => navigator.clipboard.writeText(text), link)
    await at(page, 'send-paste').click()
    await expect(at(page, 'send-receiver')).toHaveValue(stage.receiver)
    await expect(at(page, 'send-amount')).toHaveValue(token.amountText)
    await expect(at(page, 'send-token')).toContainText(token.symbol)
    await preview(page)
    expect(await shownReceiver(page)).toBe(stage.receiver)
    await confirm(page, stage)
    expect(await token.balanceOf(stage.receiver)).toBe(before + token.amount)
  },
)

chains.EVM(
  'EVM: a link for another network leads there, and one that asks for more is refused by a sentence',
  async ({ page, stage, chains, openChains }) => {
    const { main, second } = chains
    await start(
      page,
      { ...stage, configuration: { ...stage.configuration, chains: [main.chain, second.chain] } },
      openChains,
    )
    const field = at(page, 'send-receiver')
    const { receiver } = stage
    await field.fill(`ethereum:${receiver}@${main.chainId}/approve?address=${receiver}&uint256=1`)
    await expect(dialog(page)).toContainText('asks for more than a plain payment')
    await expect(at(page, 'send-amount')).toHaveValue('')
    await field.fill(`ethereum:${receiver}@999999?value=1`)
    await expect(dialog(page)).toContainText('for a network that this app does not have')
    await field.fill(`bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq?amount=1`)
    await expect(dialog(page)).toContainText('This app does not know this kind of link.')
    await field.fill(`ethereum:${receiver}@${second.chainId}?value=5e17`)
    await expect(dialog(page)).toContainText(`This is for ${second.chain.name}.`)
    await expect(at(page, 'send-preview')).toBeDisabled()
    await expect(at(page, 'send-link-switch')).toHaveText(`Switch to ${second.chain.name}`)
  },
)

chains.Solana(
  'Solana: a link of Solana Pay is paid, and one with a reference is refused',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    const link = `solana:${stage.receiver}?amount=${stage.amountText}&label=Shop`
    await at(page, 'send-receiver').fill(`${link}&reference=${stage.sender}`)
    await expect(dialog(page)).toContainText('asks for more than a plain payment')
    await at(page, 'send-receiver').fill(link)
    await expect(at(page, 'send-receiver')).toHaveValue(stage.receiver)
    await preview(page)
    await confirm(page, stage)
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
  },
)

chains.Solana(
  'Solana: the account goes by its name, a name is paid to the address that it shows, and one that cannot be trusted is refused in a sentence',
  async ({ page, solanaStack, stage, openChains }) => {
    const [cluster] = stage.configuration.clusters ?? []
    if (!cluster) throw new Error('The stage has no cluster.')
    const places = namePlaces(solanaStack)
    await places.registry(['shop'], stage.receiver)
    // An address of a program, off the curve.
    await places.registry(['vault'], 'Eeu4dFuFCXrPcCNYWe7a7frRwSbQFFJiTDKLQWKm7EyY')
    await places.registry(['payer'], stage.sender)
    await places.favourite(stage.sender, ['payer'])
    const clusters = [{ ...cluster, names: true }]
    // A local network is a test network, on which no name is asked for unless the host wants it.
    await openChains({ ...stage.configuration, clusters, identity: { testnets: true } })
    await connectWhole(page)
    await expect(page.getByTestId('whole').getByTestId('account-button')).toHaveAccessibleName(
      'Account payer.sns',
    )
    await openForm(page)
    const before = await stage.balanceOf(stage.receiver)
    await fill(page, { amountText: stage.amountText, receiver: 'vault.sns' })
    await expect(dialog(page)).toContainText('This name belongs to a program, not to a person.')
    await expect(at(page, 'send-resolved')).toHaveCount(0)
    await expect(at(page, 'send-preview')).toBeDisabled()
    await at(page, 'send-receiver').fill('nobody.sns')
    await at(page, 'send-receiver').blur()
    await expect(dialog(page)).toContainText('This isn’t an address on Local Solana.')
    await at(page, 'send-receiver').fill('Shop.SNS')
    await expect(at(page, 'send-resolved').locator('.lk-address')).toHaveAttribute('title', stage.receiver)
    await preview(page)
    expect(await shownReceiver(page)).toBe(stage.receiver)
    await expect(at(page, 'send-to')).toContainText('shop.sns')
    await confirm(page, stage)
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
  },
)

chains.Bitcoin(
  'Bitcoin: a link of BIP-21 is paid, and one that requires more is refused',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    const link = `bitcoin:${stage.receiver}?amount=${stage.amountText}&label=Shop`
    await at(page, 'send-receiver').fill(`${link}&req-expires=1`)
    await expect(dialog(page)).toContainText('asks for more than a plain payment')
    await at(page, 'send-receiver').fill(link)
    await expect(at(page, 'send-amount')).toHaveValue(stage.amountText)
    await preview(page)
    await confirm(page, stage)
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
  },
)

/** Sends, and waits until the chain has it and the page has kept its nonce. Nothing has decided yet. */
async function leavePending(page: Page, stage: SendStage): Promise<void> {
  await fill(page, stage)
  await preview(page)
  await at(page, 'send-confirm').click()
  await expect(at(page, 'send-pending')).toBeVisible({ timeout: 60_000 })
  // One question to the node after the wallet's answer. Without the nonce, nobody can tell what took its place.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('trail')
}

const comeBack = async (page: Page) => {
  await page.reload()
  await expect(page.getByTestId('whole').getByTestId('status')).toHaveText('connected')
}

chains.EVM(
  'EVM: a send that is pending at a reload is followed by the next page, and told when a block has it',
  async ({ page, stage, chains, openChains, problems }) => {
    await start(page, { ...stage, configuration: { ...stage.configuration, activity: true } }, openChains)
    const before = await stage.balanceOf(stage.receiver)
    await chains.main.client.setAutomine(false)
    try {
      await leavePending(page, stage)
      await comeBack(page)
      await expect(page.locator('.lk-toast')).toHaveCount(0)
    } finally {
      await chains.main.client.setAutomine(true)
    }
    await chains.main.mine()
    await expect(page.locator('.lk-toast')).toHaveText(/0\.25 ETH was sent\./)
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
    const left = await stage.balanceOf(stage.sender)
    await expect(page.getByTestId('whole').getByTestId('balance')).toHaveText(`${left} ${stage.symbol}`)
    // Told once: the page after knows nothing of it.
    await comeBack(page)
    await openForm(page)
    await expect(page.locator('.lk-toast')).toHaveCount(0)
    expect(problems.filter(isFault)).toEqual([])
  },
)

chains.EVM(
  'EVM: a send that the wallet replaced while the page was away is told to be cancelled',
  async ({ page, chains, openChains }) => {
    const stage = await evmStage(page, chains.main, 6)
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    const { client } = chains.main
    await client.setAutomine(false)
    try {
      await leavePending(page, stage)
      await page.goto('about:blank')
      const account = privateKeyToAccount(chains.main.accounts[6]?.privateKey ?? '0x')
      const nonce = await client.getTransactionCount({ address: account.address, blockTag: 'latest' })
      const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 12n, gas: 21_000n }
      await client.sendTransaction({ account, nonce, to: account.address, value: 0n, ...fees })
    } finally {
      await client.setAutomine(true)
    }
    await chains.main.mine()
    await openChains(stage.configuration)
    await expect(page.locator('.lk-toast')).toHaveText(
      /0\.25 ETH was not sent\. It was canceled: another transaction of the account took its place\./,
      { timeout: 60_000 },
    )
    expect(await stage.balanceOf(stage.receiver)).toBe(before)
  },
)

chains.Bitcoin(
  'Bitcoin: a payment that no block has at a reload is followed by the next page',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    await leavePending(page, stage)
    await comeBack(page)
    await stage.settle?.()
    await expect(page.locator('.lk-toast')).toHaveText(/BTC was sent\./, { timeout: 60_000 })
  },
)

chains.EVM(
  'going back while the wallet is asked leads to the same request, never to a second one',
  async ({ page, stage, openChains }) => {
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    await stage.wallet.evaluate((control) => control.setApproval('ask'))
    await fill(page, stage)
    await preview(page)
    await at(page, 'send-confirm').click()
    await expect(at(page, 'send-asking')).toBeVisible()
    await at(page, 'header-back').click()
    await expect(at(page, 'send-confirm')).toHaveText('Show the request')
    await at(page, 'header-back').click()
    await expect(at(page, 'send-preview')).toBeDisabled()
    await expect(dialog(page)).toContainText('Test wallet has a pending request')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await openForm(page)
    await dialog(page).getByRole('button', { name: 'Show the request' }).click()
    await expect(at(page, 'send-asking')).toBeVisible()
    await stage.wallet.evaluate((control) => control.approve())
    await expect(at(page, 'send-confirmed')).toBeVisible()
    const asked = await stage.wallet.evaluate(
      (control) => control.requests.filter(({ method }) => method === 'eth_sendTransaction').length,
    )
    expect(asked).toBe(1)
    expect(await stage.balanceOf(stage.receiver)).toBe(before + stage.amount)
  },
)

chains.Bitcoin('Bitcoin: a faster payment costs more', async ({ page, stage, openChains }) => {
  await start(page, stage, openChains)
  await fill(page, stage)
  await preview(page)
  const fee = async () =>
    Number((await at(page, 'send-fee').locator('.lk-amount').getAttribute('title'))?.split(' ')[0])
  const normal = await fee()
  await at(page, 'send-speed-fast').click()
  await expect.poll(fee).toBeGreaterThan(normal)
  await confirm(page, stage)
})

chains.EVM(
  'another account in the wallet ends the preview, and sends nothing from either',
  async ({ page, stage, chains, openChains }) => {
    await start(page, stage, openChains)
    const before = await stage.balanceOf(stage.receiver)
    await fill(page, stage)
    await preview(page)
    const other = chains.main.accounts[2]?.address ?? ''
    await stage.wallet.evaluate((control, address) => control.switchAccount(address), other)
    await expect(dialog(page)).toContainText('The account or network changed.')
    await expect(at(page, 'send-preview')).toHaveText('Add Amount')
    await expect(at(page, 'send-receiver')).toHaveValue(stage.receiver)
    const asked = await stage.wallet.evaluate(
      (control) => control.requests.filter(({ method }) => method === 'eth_sendTransaction').length,
    )
    expect(asked).toBe(0)
    expect(await stage.balanceOf(stage.receiver)).toBe(before)
  },
)
