import { BaseError } from '@latchkey/kernel/plugin'
import { BuyProviderSelected } from '../events.js'
import type { OnrampOffer } from '../OnrampService.js'
import { onrampError } from '../onrampErrors.js'
import { OnrampProvider, type OnrampProviderContribution, type OnrampRequest } from '../OnrampProvider.js'
import type { Purchase } from '../purchases.js'
import { BuyInProgressRoute } from '../routes.js'
import { checkSession, isSafePage } from './checkAnswers.js'
import type { PurchaseBook } from './createPurchaseBook.js'
import { type Quoter, requestOf } from './createQuoter.js'
import type { Watcher } from './createWatcher.js'
import type { OnrampTools } from './OnrampTools.js'
import { goTo, openWindow, type PageWindow } from './pageWindow.js'
import { readTransactions } from './readPurchase.js'
import { within } from './within.js'

/** The offer that would be bought: the chosen one, else the best, else the first without a price. */
export function offerToBuy({
  offers,
  chosen,
}: {
  readonly offers: readonly OnrampOffer[]
  readonly chosen: string | undefined
}): OnrampOffer | undefined {
  const usable = offers.filter(({ status }) => status === 'quoted' || status === 'none')
  return (
    usable.find(({ providerId }) => providerId === chosen) ?? usable.find(({ isBest }) => isBest) ?? usable[0]
  )
}

export interface Buyer {
  buy(): void
  openPage(id: string, place: 'window' | 'tab'): void
}

export function createBuyer(tools: OnrampTools, book: PurchaseBook, watcher: Watcher, quoter: Quoter): Buyer {
  const { state, clock, context } = tools
  const providerOf = (id: string) => context.list(OnrampProvider).find((provider) => provider.id === id)

  return {
    buy() {
      const offer = offerToBuy(state)
      const provider = offer && providerOf(offer.providerId)
      const request = requestOf(tools, context.signal)
      if (state.isOpening || !offer || !provider || !request) return
      if (offer.quote && offer.quote.validUntil <= clock.now()) {
        void quoter.refresh()
        state.error = onrampError('ONRAMP_QUOTE_STALE')
        return
      }
      const page = openWindow()
      state.error = undefined
      state.isOpening = true
      const isSmartAccount = state.target?.isSmartAccount ?? false
      context.emit(BuyProviderSelected, { isSmartAccount, provider: provider.name })
      begin(tools, { book, watcher, page, provider, request, offer }).catch((cause: unknown) => {
        page?.close()
        state.isOpening = false
        const isOwn = cause instanceof BaseError && cause.code.startsWith('ONRAMP_')
        state.error = isOwn ? cause : onrampError('ONRAMP_PAGE_FAILED', { cause })
        tools.log.warn(`The page of "${provider.id}" was not opened.`, cause)
      })
    },
    openPage(id, place) {
      const purchase = book.find(id)
      // What was stored may have been written by somebody else.
      const origins = purchase && providerOf(purchase.providerId)?.origins
      if (!purchase || !origins || !isSafePage(purchase.url, origins)) {
        state.error = onrampError('ONRAMP_PAGE_REFUSED')
        return
      }
      watcher.start(id)
      if (place === 'tab') goTo(purchase.url)
      else if (openWindow()?.show(purchase.url)) state.blocked = state.blocked.filter((one) => one !== id)
      else state.blocked = [...new Set([...state.blocked, id])]
    },
  }
}

interface Beginning {
  readonly book: PurchaseBook
  readonly watcher: Watcher
  readonly page: PageWindow | undefined
  readonly provider: OnrampProviderContribution
  readonly request: OnrampRequest
  readonly offer: OnrampOffer
}

/** Nothing is opened before the purchase is written down: a reload finds it. */
async function begin(tools: OnrampTools, beginning: Beginning): Promise<void> {
  const { state, clock, wallets, navigation } = tools
  const { book, watcher, page, provider, request, offer } = beginning
  const quoteId = offer.quote?.id
  const source = await within(clock, request.signal, () => provider.load())
  const [answer, before] = await Promise.all([
    within(clock, request.signal, (signal) =>
      source.open({ ...request, signal, ...(quoteId === undefined ? {} : { quoteId }) }),
    ),
    readBefore(tools, request),
  ])
  const session = checkSession(wallets, request, provider.origins, answer)
  const { networkId, address } = request
  const isSame = wallets.namespace(networkId)?.isSameAddress ?? Object.is
  if (state.target?.networkId !== networkId || !isSame(state.target.address, address)) {
    throw onrampError('ONRAMP_TARGET_CHANGED')
  }
  const purchase: Purchase = {
    id: crypto.randomUUID(),
    sessionId: session.id,
    providerId: provider.id,
    providerName: provider.name,
    networkId,
    address,
    asset: request.asset,
    currency: request.currency,
    amount: request.amount,
    ...(offer.quote ? { expected: offer.quote.receives } : {}),
    url: session.url,
    startedAt: clock.now(),
    before,
    status: 'open',
    isPaid: false,
  }
  book.put(purchase)
  if (!page?.show(session.url)) state.blocked = [...state.blocked, purchase.id]
  state.isOpening = false
  watcher.start(purchase.id)
  navigation.push(BuyInProgressRoute, { id: purchase.id })
}

/** What was there before is no delivery. Where it can't be read, only what is mined from now on counts. */
async function readBefore(tools: OnrampTools, request: OnrampRequest): Promise<readonly string[]> {
  const { clock, log } = tools
  try {
    const records = await within(clock, request.signal, (signal) => readTransactions(tools, request, signal))
    return records.map(({ id }) => id).slice(0, 100)
  } catch (error) {
    log.warn('What the account already had could not be read.', error)
    return []
  }
}
