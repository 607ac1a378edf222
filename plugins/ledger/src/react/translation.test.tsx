import { AccountRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import { errorWords, UserRejectedError } from '@latchkey/kernel/plugin'
import { ConnectButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { clickTestId, findTestId, findView, until } from '../../../../ui-react/test/page.js'
import { reviews } from '../../test/reviews.js'
import { account, type StandingLedger, standingLedger } from '../../test/standingLedger.js'
import { locked } from '../errors.js'
import type { LedgerReading, LedgerReview } from '../LedgerReview.js'
import type { LedgerShows } from '../LedgerService.js'
import { ConnectingLedgerRoute, LedgerRequestRoute } from '../routes.js'
import { ledgerMessages } from './messages.js'

afterEach(unmountAll)

const views = watchViews()
const messages = markedMessages(ledgerMessages)
/** Names of apps and of the maker, addresses and paths. */
const names = [
  /\b(?:Ledger|Ethereum|Solana)\b/g,
  /0x[\da-zA-Z…]+/g,
  // Addresses that stand in groups of four.
  /^(?:0x|[\da-zA-Z]{1,4})$/g,
  /m(?:\/\d+'?)+/g,
]

async function open(bench: StandingLedger, request = false) {
  const kernel = testKernel([views.watch(bench.plugins)])
  mountShell(kernel, <ConnectButton />, { messages })
  await findTestId('connect-button')
  const navigation = kernel.get(Navigation)
  if (request) navigation.open(LedgerRequestRoute)
  else navigation.open(ConnectingLedgerRoute, { connectorId: 'ledger' })
  await findView(request ? 'LedgerRequest' : 'ConnectingLedger')
  return kernel
}

async function expectTranslated(): Promise<void> {
  expect(unmarkedWords(names)).toEqual([])
  expect(await misreadFigures(names)).toEqual([])
}

it('has every word of connecting translated', async () => {
  const bench = standingLedger()
  await open(bench)
  await findTestId('lk-ledger-start')
  await expectTranslated()
  await clickTestId('lk-ledger-eip155')
  await findTestId('lk-ledger-account-4')
  await expectTranslated()
  bench.answer = () => new Promise(() => undefined)
  await clickTestId('lk-ledger-more')
  await findTestId('lk-ledger-reading')
  await expectTranslated()
  const before = document.body.textContent
  bench.state.isOpening = true
  await until(() => document.body.textContent !== before)
  await expectTranslated()
})

it('has every word translated while it connects', async () => {
  const bench = standingLedger()
  bench.wallet.answer({ connect: 'hang' })
  await open(bench)
  await clickTestId('lk-ledger-eip155')
  await clickTestId('lk-ledger-account-0')
  await until(() => bench.wallet.asked.includes('connect'))
  await expectTranslated()
})

it('has every word of a failure translated', async () => {
  const bench = standingLedger()
  bench.answer = async () => {
    throw locked()
  }
  await open(bench)
  await clickTestId('lk-ledger-solana')
  await findTestId('lk-ledger-failed')
  await expectTranslated()
})

it('has every word translated after the person declined', async () => {
  const bench = standingLedger()
  bench.answer = async () => {
    throw new UserRejectedError()
  }
  await open(bench)
  await clickTestId('lk-ledger-eip155')
  await findTestId('lk-ledger-failed')
  await expectTranslated()
})

it.each([
  ['is the one on the device', undefined],
  ['was declined', new UserRejectedError()],
  ['can’t be shown', locked()],
])('has every word translated where the address %s', async (_, failure) => {
  const bench = standingLedger()
  bench.verify = async () => {
    if (failure) throw failure
  }
  const kernel = await open(bench)
  await kernel.get(Session).connect({ connectorId: 'ledger', namespaces: ['eip155'] })
  kernel.get(Navigation).open(AccountRoute)
  await clickTestId('lk-ledger-verify')
  await until(() => document.querySelector('.lk-snackbar[data-open]'))
  await expectTranslated()
})

const shows: readonly LedgerShows[] = [
  ...(['payment', 'token', 'contract', 'fields', 'hashes'] as const),
  ...(['text', 'textHash', 'transaction', 'address'] as const),
]

it.each(shows)('has every word of a request that shows %s translated', async (shown) => {
  const request = { shows: shown, app: 'Ethereum', isOpening: false, address: account, problem: undefined }
  const bench = standingLedger({ request })
  await open(bench, true)
  await findTestId('lk-ledger-request')
  await expectTranslated()
  bench.state.request = { ...request, problem: errorWords(locked()) }
  await findTestId('lk-ledger-problem')
  await expectTranslated()
})

/** Words of descriptors, which are in English, and of the data. */
function wordsOf({ intent, owner, rows, others }: LedgerReading): readonly string[] {
  const values = [...rows, ...others].flatMap(({ label, value }) => [
    label,
    ...(value.kind === 'text' ? [value.text] : []),
    ...(value.kind === 'call' && value.reading
      ? wordsOf(value.reading).flatMap((text) => [text, `${label}: ${text}`])
      : []),
  ])
  const said = intent.filter((part) => typeof part === 'string').map((part) => part.trim())
  return [...said, ...(owner === undefined ? [] : [owner]), ...values]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\#]/g, '\\$&')
const described = Object.values(reviews)
  .flatMap(wordsOf)
  .sort((left, right) => right.length - left.length)
const foreign = new RegExp(described.map(escaped).join('|'), 'g')

it.each<[string, LedgerReview, LedgerShows]>([
  ['a call', reviews.swap, 'contract'],
  ['structured data', reviews.permit, 'fields'],
  ['calls within a call', reviews.nested, 'hashes'],
  ['what isn’t explained', 'unexplained', 'contract'],
])('has every word of a reading of %s translated', async (_, review, shown) => {
  const request = {
    shows: shown,
    app: 'Ethereum',
    isOpening: false,
    address: account,
    review,
    problem: undefined,
  }
  await open(standingLedger({ request }), true)
  await findTestId('lk-ledger-request')
  const words = [
    foreign,
    /\b[A-Z][a-z]{2} \d{1,2}, \d{4}, [\d:]+\s[AP]M/g,
    /\b(?:USDC|WETH|ETH)\b|%/g,
    ...names,
  ]
  expect(unmarkedWords(words)).toEqual([])
  expect(await misreadFigures(words)).toEqual([])
})

it('says what the page reads, whole, and that the device can’t confirm it', async () => {
  const request = { app: 'Ethereum', isOpening: false, address: account, problem: undefined }
  await open(standingLedger({ request: { ...request, shows: 'contract', review: reviews.swap } }), true)
  const card = await findTestId('lk-ledger-review')
  const text = card.textContent ?? ''
  expect(text).toContain('1,020.349393')
  expect(text).toContain('0xE592427A0AEce92De3Edee1F18E0157C05861564')
  expect(text).toContain('params.sqrtPriceLimitX96')
  // What it is worth stays in sight, however long the reading is.
  const note = [...document.querySelectorAll('.lk-action-bar .lk-banner')].map(
    ({ textContent }) => textContent,
  )
  expect(note).toEqual([messages.ledger?.readingAlone])
})

it('has the address to compare read out', async () => {
  const request = { app: 'Ethereum', isOpening: false, address: account, problem: undefined }
  await open(standingLedger({ request: { ...request, shows: 'address' } }), true)
  await findTestId('lk-ledger-request')
  const announced = [...document.querySelectorAll('dialog [role=status]')].map((one) => one.textContent)
  expect(announced.join()).toContain(account)
})

it('draws every view, and names each by a key', () => {
  expect([views.undrawn(), views.plain()]).toEqual([[], []])
})
