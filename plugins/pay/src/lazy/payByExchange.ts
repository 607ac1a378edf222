import { inOneTab } from '@latchkey/kernel/transaction'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { wait } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { ExchangeContribution } from '../Exchange.js'
import { PayExchangeSelected } from '../events.js'
import { PayLoadingRoute } from '../routes.js'
import type { Follower } from './createFollower.js'
import { payError } from './payErrors.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { type Payment, type Payments, paymentOf } from './payments.js'

/** Milliseconds that an exchange has for its page. */
const linkTime = 60_000

export interface ExchangePaymentOptions {
  readonly tools: PayerTools
  readonly payments: Payments
  readonly follower: Follower
  show(payment: Payment): void
}

/** Opens the page of an exchange for a bill, once in all tabs, and follows what it says. */
export async function payByExchange(
  { tools, payments, follower, show }: ExchangePaymentOptions,
  read: ReadBill,
  exchange: ExchangeContribution,
): Promise<void> {
  const { context, state, clock, navigation } = tools
  // Another bill may be shown by the time that the exchange answers.
  const { isDeposit } = state
  // In the click, before anything is waited for; it has no way back to this page.
  const popup = globalThis.open?.('', '_blank', 'popup,width=480,height=720') ?? undefined
  if (popup) popup.opener = null
  const { id } = read.bill
  try {
    await inOneTab(`latchkey.pay ${id}`, context.signal, async () => {
      const known = payments.find(id)
      if (known && known.phase !== 'failed') {
        popup?.close()
        show(known)
        follower.follow(known)
        return
      }
      const { url, session } = await linkOf(tools, read, exchange)
      if (!isPage(url) || typeof session !== 'string' || session === '') throw payError('PAY_EXCHANGE_FAILED')
      const linked: Payment = {
        ...paymentOf(read, clock.now()),
        phase: 'linked',
        exchange: exchange.id,
        session: session.slice(0, 500),
        ...(isDeposit ? { isDeposit } : {}),
      }
      payments.put(linked)
      context.emit(PayExchangeSelected, { ...factsOf(read), exchange: exchange.id })
      if (popup) popup.location.href = url
      show(linked)
      state.exchange = { id: exchange.id, name: exchange.name, url }
      navigation.push(PayLoadingRoute)
      follower.follow(linked)
    })
  } catch (cause) {
    popup?.close()
    state.error = payError('PAY_EXCHANGE_FAILED', { cause: kernelErrorFrom(cause) })
  }
}

/** Nothing else can be paid while an exchange is asked: one that never answers must not hold that up. */
async function linkOf({ context, clock }: PayerTools, { bill }: ReadBill, exchange: ExchangeContribution) {
  const answered = new AbortController()
  const signal = AbortSignal.any([context.signal, answered.signal])
  const late = wait(clock, linkTime, signal).then(() => {
    throw new Error(`The exchange ${exchange.id} didn't answer in time.`)
  })
  try {
    return await Promise.race([late, (async () => exchange.link(bill))()])
  } finally {
    answered.abort()
  }
}

/** A page of the web; on this machine without encryption, for development. */
function isPage(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  )
}
