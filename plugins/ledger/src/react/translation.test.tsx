import { errorWords, Navigation } from '@latchkey/kernel/plugin'
import { ConnectButton } from '@latchkey/ui-react'
import { markedMessages, unmarkedWords, watchViews } from '@latchkey/ui-react/testing'
import { afterEach, expect, it } from 'vitest'
import { misreadFigures } from '../../../../ui-react/test/figures.js'
import { mountShell, testKernel, unmountAll } from '../../../../ui-react/test/mount.js'
import { clickTestId, findTestId, findView } from '../../../../ui-react/test/page.js'
import { account, type StandingLedger, standingLedger } from '../../test/standingLedger.js'
import { locked } from '../errors.js'
import type { LedgerShows } from '../LedgerService.js'
import { ConnectingLedgerRoute, LedgerRequestRoute } from '../routes.js'
import { ledgerMessages } from './messages.js'

afterEach(unmountAll)

const views = watchViews()
const messages = markedMessages(ledgerMessages)
/** Names of apps and of the maker, addresses and paths. */
const names = [/\b(?:Ledger|Ethereum|Solana)\b/g, /0x[\da-zA-Z…]+/g, /m(?:\/\d+'?)+/g, /^[A-Z]{1,2}$/g]

async function open(bench: StandingLedger, request = false): Promise<void> {
  const kernel = testKernel([views.watch(bench.plugins)])
  mountShell(kernel, <ConnectButton />, { messages })
  await findTestId('connect-button')
  const navigation = kernel.get(Navigation)
  if (request) navigation.open(LedgerRequestRoute)
  else navigation.open(ConnectingLedgerRoute, { connectorId: 'ledger' })
  await findView(request ? 'LedgerRequest' : 'ConnectingLedger')
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
