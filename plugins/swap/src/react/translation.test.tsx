import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import type { CallsDecision } from '@latchkey/kernel/contracts'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeAccount } from '@latchkey/kernel/testing'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { byTestId, judge, findTestId, settled, show, type Shown } from '../../../../ui-react/test/show.js'
import { alice, chain, odd, resetWorld, world } from '../../test/exampleChain.js'
import { SwapPreviewRoute, SwapProgressRoute, Swapper } from '../index.js'
import { swap } from './index.js'
import { swapMessages } from './swapMessages.js'

const views = watchViews()
const messages = markedMessages(swapMessages)
/** Names of wallets, tokens, networks and markets, and digits of addresses. */
const names = [
  /\b(?:Test wallet|COIN|Coin|USD|Dollar|ODD|Oddity|Pools?|Pool (?:one|two)|Network eip155:1)\b/g,
  // When it was asked for, in the host's locale.
  /\b(?:[A-Z][a-z]{2} \d{1,2}, \d{4}, )?\d{1,2}:\d{2}\s[AP]M\b/g,
  /0x[\da-zA-Z]+(?:…[\da-zA-Z]+)?/g,
  /\b(?:one|two)\b/g,
  /^[A-Z]{1,2}$/g,
]

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
  resetWorld()
})

async function opened() {
  shown = await show([chain, views.watch(swap())], [fakeAccount('eip155:1', alice)], {
    messages,
  })
  const swapper = shown.kernel.get(Swapper)
  const controller = await swapper.load()
  await swapper.open({ fromToken: 'USD', toToken: 'COIN', amount: '5' })
  await findTestId('swap-form')
  return { controller, swapper, state: swapper.state }
}

async function previewed() {
  const bench = await opened()
  await findTestId('swap-rate')
  await bench.controller.preview()
  await findTestId('swap-preview-view')
  return bench
}

/** Every word is a host's to change, and a screen reader can follow. */
async function expectTranslated(): Promise<void> {
  await settled()
  const groups = [...document.querySelectorAll('.lk-address-group')].map(
    ({ textContent }) => textContent ?? '',
  )
  const kept = [...names, ...groups.filter(Boolean)]
  expect(unmarkedWords(kept)).toEqual([])
  // The one of the rate is the sentence's own.
  expect(await misreadFigures([...kept, /^\[1 .*(?==)/g])).toEqual([])
  await judge('swap')
}

it('has every word of the form translated, its warnings and faults too', async () => {
  const { controller } = await opened()
  await findTestId('swap-impact-extreme')
  await expectTranslated()
  controller.setSlippage(5_000n)
  await findTestId('swap-slippage-high')
  await expectTranslated()
  controller.setSlippage(10n)
  await findTestId('swap-slippage-low')
  // 5 dollars for a tenth of it.
  world.price = '10'
  world.recommended = 30n
  controller.setSlippage(100n)
  ;(await findTestId('swap-slippage-open')).click()
  const automatic = await findTestId('swap-slippage-automatic')
  await expectTranslated()
  automatic.click()
  await vi.waitFor(() => expect(byTestId('swap-slippage-open')?.textContent).toContain('[0.3%, '))
  await findTestId('swap-below-price')
  await expectTranslated()
  world.fault = new BaseError('The service is away.', { code: 'SWAP_SOURCE_FAILED' })
  controller.setAmount('6')
  await findTestId('swap-retry')
  await expectTranslated()
  controller.setAmount('60')
  await expectTranslated()
})

it('has every word of the choice of tokens translated, and shows the whole address of one that nobody lists', async () => {
  const { controller } = await opened()
  ;(await findTestId('swap-select-token-button-toToken')).click()
  await findTestId('swap-suggested')
  await expectTranslated()
  await controller.findToken(odd.address)
  const search = (await findTestId('swap-token-search')) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(search, odd.address)
  search.dispatchEvent(new Event('input', { bubbles: true }))
  expect((await findTestId('swap-unknown-token')).textContent).toContain(odd.address)
  await expectTranslated()
})

it('says what the network will likely take and the set-up in it, or who pays in the account’s place', async () => {
  const coin = (value: bigint) => ({ value, decimals: 18, symbol: 'COIN' })
  world.forecast = { likelyFee: coin(2n * 10n ** 13n), setUpFee: coin(10n ** 13n) }
  const { controller, state } = await previewed()
  expect((await findTestId('swap-network-cost-likely')).innerText).toContain('0.00002')
  expect((await findTestId('swap-network-cost-set-up')).innerText).toContain('0.00001')
  expect((await findTestId('swap-network-cost')).innerText).toContain('0.0001')
  await expectTranslated()
  world.forecast = { feePayer: 'executor' }
  await controller.preview()
  await vi.waitFor(() => expect(state.preview?.feePayer).toBe('executor'))
  await vi.waitFor(() => expect(byTestId('swap-network-cost')?.innerText).not.toMatch(/\d/))
  expect(byTestId('swap-network-cost-likely')).toBeNull()
})

it('proposes where other owners carry it out', async () => {
  world.forecast = { feePayer: 'executor' }
  world.allowed = 10n ** 9n
  await previewed()
  await vi.waitFor(() => expect(byTestId('swap-confirm')?.innerText).toMatch(/^\[.ŕóþóšé ţó šŵáþ 5/))
  await expectTranslated()
})

it('has every word from the preview to the end translated', async () => {
  const { controller, state } = await previewed()
  expect(byTestId('swap-upgrade')).not.toBeNull()
  await expectTranslated()
  world.submit = () => Promise.reject(new UserRejectedError())
  await controller.confirm(state.preview, state.preview?.dangers)
  await findTestId('swap-told-approvalDeclined')
  await expectTranslated()

  let answer: (id: string) => void = () => {}
  world.submit = () => new Promise((resolve) => (answer = resolve))
  const approving = controller.confirm(state.preview, state.preview?.dangers)
  await findTestId('swap-asking')
  await expectTranslated()
  byTestId('swap-no-answer')?.click()
  await findTestId('swap-stop')
  await expectTranslated()
  answer('0x1')
  await approving
  await findTestId('swap-told-approved')
  expect(byTestId('swap-open-allowance')).not.toBeNull()
  await expectTranslated()

  let decide: (decision: CallsDecision) => void = () => {}
  world.decide = new Promise((resolve) => (decide = resolve))
  world.submit = async () => '0x2'
  await controller.confirm(state.preview, state.preview?.dangers)
  await findTestId('swap-pending')
  await expectTranslated()
  decide({ status: 'confirmed', transactions: ['0x2'] })
  await findTestId('swap-confirmed')
  expect(byTestId('swap-ended-sold')).not.toBeNull()
  await expectTranslated()
})

it('has every word translated when the swap fails, is lost, or there is none', async () => {
  world.allowed = 10n ** 9n
  world.decide = Promise.resolve({ status: 'failed', transactions: ['0x1'] })
  const { controller, state } = await previewed()
  await controller.confirm(state.preview, state.preview?.dangers)
  await findTestId('swap-failed')
  await expectTranslated()
  await shown?.unmount()

  const reason = { code: 'TRANSACTION_REVERTED', reason: 'The contract refused it.' }
  world.decide = Promise.resolve({ status: 'failed', transactions: ['0x1'], ...reason })
  const refused = await previewed()
  await refused.controller.confirm(refused.state.preview, refused.state.preview?.dangers)
  await findTestId('swap-failed')
  const words = { section: 'decisions', key: reason.code, text: reason.reason }
  expect(refused.state.transaction?.reason).toEqual(words)
  await expectTranslated()
  await shown?.unmount()

  world.submit = () => Promise.reject(new BaseError('The wallet is away.', { code: 'WALLET_AWAY' }))
  const lost = await previewed()
  await lost.controller.confirm(lost.state.preview, lost.state.preview?.dangers)
  await findTestId('swap-undecided')
  await expectTranslated()
  await shown?.unmount()

  const { swapper } = await opened()
  const navigation = shown?.kernel.get(Navigation)
  for (const route of [SwapPreviewRoute, SwapProgressRoute]) {
    navigation?.open(route)
    await expectTranslated()
  }
  expect(swapper.state.preview).toBeUndefined()
})

it('keeps the slippage to one line until it is to be changed', async () => {
  const { controller, state } = await opened()
  expect(byTestId('swap-slippage-300')).toBeNull()
  const fold = await findTestId('swap-slippage-open')
  expect([fold.getAttribute('aria-expanded'), fold.textContent]).toEqual([
    'false',
    expect.stringContaining('1%'),
  ])
  fold.click()
  ;(await findTestId('swap-slippage-300')).click()
  await vi.waitFor(() => expect(byTestId('swap-slippage-300')).toBeNull())
  expect(state.draft.slippage).toBe(300n)
  expect(byTestId('swap-slippage-open')?.textContent).toContain('3%')
  controller.setSlippage(100n)
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
