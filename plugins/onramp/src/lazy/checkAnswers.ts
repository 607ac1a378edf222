import { type Decimal, readDecimal } from '@latchkey/kernel/contracts'
import { parse } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { onrampError } from '../onrampErrors.js'
import type {
  OnrampAsset,
  OnrampOptions,
  OnrampQuote,
  OnrampRequest,
  OnrampSession,
  OnrampStatus,
} from '../OnrampProvider.js'
import { compareDecimals, sumOf } from './decimals.js'
import * as shapes from './shapes.js'

/** Milliseconds for which an offer is shown at most, whatever the provider says. */
const longestOffer = 60_000

const read = (text: string) => readDecimal(text) as Decimal

/** Whether both are one asset of one network, by the namespace's rule of addresses. */
export function isSameAsset(wallets: WalletsService, one: OnrampAsset, other: OnrampAsset): boolean {
  if (one.networkId !== other.networkId) return false
  if (one.address === undefined || other.address === undefined) return one.address === other.address
  const isSame = wallets.namespace(one.networkId)?.isSameAddress ?? Object.is
  return isSame(one.address, other.address)
}

/** @throws BaseError `INVALID_DATA` */
export const checkOptions = (answer: unknown): OnrampOptions =>
  parse(shapes.options, answer, 'What the provider sells') as OnrampOptions

/** @throws BaseError `INVALID_DATA` */
export const checkStatus = (answer: unknown): OnrampStatus =>
  parse(shapes.status, answer, 'What the provider says of a purchase') as OnrampStatus

/**
 * An offer that answers exactly what was asked, and whose parts make its total.
 * @throws BaseError `ONRAMP_QUOTE_INVALID`, `ONRAMP_QUOTE_STALE`
 */
export function checkQuote(
  wallets: WalletsService,
  request: OnrampRequest,
  answer: unknown,
  now: number,
): OnrampQuote {
  let quote: OnrampQuote
  try {
    quote = parse(shapes.quote, answer, 'The offer') as OnrampQuote
  } catch (cause) {
    throw onrampError('ONRAMP_QUOTE_INVALID', { cause })
  }
  const parts = sumOf([read(quote.subtotal), ...quote.fees.map(({ amount }) => read(amount))])
  const problem =
    (!isSameAsset(wallets, quote.asset, request.asset) && 'It is for another asset.') ||
    (quote.currency !== request.currency && `It is in ${quote.currency}.`) ||
    (compareDecimals(read(quote.total), read(request.amount)) !== 0 && `Its total is ${quote.total}.`) ||
    (compareDecimals(parts, read(quote.total)) !== 0 && 'Its parts do not make its total.') ||
    (read(quote.subtotal).digits === 0n && 'Nothing of what is paid is exchanged.') ||
    (read(quote.receives).digits === 0n && 'Nothing is received.')
  if (problem) throw onrampError('ONRAMP_QUOTE_INVALID', { metaMessages: [problem] })
  if (!(quote.validUntil > now)) throw onrampError('ONRAMP_QUOTE_STALE')
  return { ...quote, validUntil: Math.min(quote.validUntil, now + longestOffer) }
}

/** The page is one of the provider's own, over HTTPS; over HTTP on this machine only. */
export function isSafePage(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, origin, username, password } = new URL(url)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) return false
  const own = origins.flatMap((one) => (URL.canParse(one) ? new URL(one).origin : []))
  return username === '' && password === '' && own.includes(origin)
}

/**
 * A page made for exactly this purchase.
 * @throws BaseError `ONRAMP_PAGE_REFUSED`
 */
export function checkSession(
  wallets: WalletsService,
  request: OnrampRequest,
  origins: readonly string[],
  answer: unknown,
): OnrampSession {
  let session: OnrampSession
  try {
    session = parse(shapes.session, answer, 'The page to pay on') as OnrampSession
  } catch (cause) {
    throw onrampError('ONRAMP_PAGE_REFUSED', { cause })
  }
  const isSameAddress = wallets.namespace(request.networkId)?.isSameAddress ?? Object.is
  const problem =
    (!isSafePage(session.url, origins) && 'It is not on an origin of the provider, over HTTPS.') ||
    (!isSameAddress(session.address, request.address) && 'It delivers to another address.') ||
    (!isSameAsset(wallets, session.asset, request.asset) && 'It is for another asset.') ||
    (session.currency !== request.currency && `It is in ${session.currency}.`) ||
    (compareDecimals(read(session.amount), read(request.amount)) !== 0 && `It takes ${session.amount}.`)
  if (problem) throw onrampError('ONRAMP_PAGE_REFUSED', { metaMessages: [problem] })
  return session
}
