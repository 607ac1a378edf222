// Sends through the form, by real wallets on real nodes: what the node says before and after is what counts.
import type { Page } from '@playwright/test'
import { expect, test as base } from './chains/fixtures.js'
import { connectWhole } from './chains/flows.js'
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
  await expect(at(page, 'send-preview-view')).toBeVisible()
}

/** Every character of the receiver, as a person reads it. */
const shownReceiver = async (page: Page) =>
  (await at(page, 'send-to').locator('.lk-address-group').allTextContents()).join('')

async function confirm(page: Page, stage: SendStage): Promise<void> {
  await at(page, 'send-confirm').click()
  await expect(at(page, 'send-pending').or(at(page, 'send-confirmed'))).toBeVisible({ timeout: 30_000 })
  await stage.settle?.()
  await expect(at(page, 'send-confirmed')).toBeVisible({ timeout: 30_000 })
}

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
      await at(page, 'send-done').click()
      await at(page, 'wallet-features-send-button').click()
      await expect(at(page, 'send-amount')).toHaveValue('')
      await expect(at(page, 'send-receiver')).toHaveValue('')
      await expect(at(page, 'send-recent')).toHaveCount(1)
      expect(problems).toEqual([])
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
