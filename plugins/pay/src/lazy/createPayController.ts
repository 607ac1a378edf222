import { canPayBill } from '../Exchange.js'
import type { PayController } from '../Payer.js'
import { PayReviewRoute, PayRoute } from '../routes.js'
import { takesDeposits } from '../takesDeposits.js'
import { createConfirmation } from './createConfirmation.js'
import { payByExchange } from './payByExchange.js'
import { payError } from './payErrors.js'
import { isFree } from './payPhases.js'
import type { PayerParts } from './startPayer.js'
import { depositBill, readDepositAssets } from './readDepositAssets.js'

/** Offers views and hosts the actions of the bill on screen. */
export function createPayController(parts: PayerParts): PayController {
  const { tools, payments, follower, swapFirst, shown, preparation, visit, outcomes } = parts
  const { state, navigation } = tools
  const { changed: show } = outcomes
  const confirmation = createConfirmation({
    ...{ tools, payments, follower, show, swapFirst },
    current: () => shown.read && { read: shown.read, prepared: preparation.prepared },
    renew: preparation.renew,
  })
  const exchanging = { tools, payments, follower, show }
  return {
    async choose(way) {
      if (!isFree(state)) return false
      visit.awaitsWallet = false
      const isReady = await preparation.prepare(way)
      if (isReady && navigation.state.entries.at(-1)?.name === PayRoute.name) navigation.push(PayReviewRoute)
      return isReady
    },
    confirm: (onScreen, accepted) => confirmation.confirm(onScreen, accepted),
    async payByExchange(exchange) {
      if (!shown.read || !isFree(state)) throw payError('PAY_NOT_PREPARED')
      // What is on screen is what the person means to pay.
      const read = [shown.read, ...shown.asked].find(({ bill }) => canPayBill(exchange, bill))
      if (!read) throw payError('PAY_EXCHANGE_UNFIT')
      shown.select(read)
      await parts.link(() => payByExchange(exchanging, read, exchange))
    },
    readDepositAssets: () => readDepositAssets(tools),
    async deposit(exchange, asset, amount) {
      const wallet = tools.wallets.active()
      if (!wallet) throw payError('PAY_WALLET_GONE')
      if (!takesDeposits(wallet.account)) throw payError('PAY_DEPOSIT_UNFIT')
      if (parts.isBusy()) throw payError('PAY_BUSY')
      // An address of one network need not be the person's on another.
      const isHere = asset.asset === wallet.networkId || asset.asset.startsWith(`${wallet.networkId}/`)
      if (!isHere) throw payError('PAY_NETWORK_OTHER')
      const bill = depositBill(asset, amount, wallet.account.address, tools.clock.now())
      const asked = parts.readAsked(bill)
      parts.leave()
      parts.begin(asked)
      state.isDeposit = true
      await parts.link(() => payByExchange(exchanging, asked[0], exchange))
    },
    async lookUp() {
      const known = shown.read && payments.find(shown.read.bill.id)
      if (known) await follower.lookUp(known)
    },
    forgetRequest: () => confirmation.forget(),
    back() {
      if (isFree(state)) preparation.backToChoice()
    },
  }
}
