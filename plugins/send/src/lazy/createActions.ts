import { SendPreviewRoute, SendRoute } from '../routes.js'
import type { SendController } from '../Sender.js'
import type { SendParts } from './createController.js'
import type { SenderTools } from './SenderTools.js'

/** What views and hosts can do. @param clear Empties the draft. */
export function createActions(tools: SenderTools, parts: SendParts, clear: () => void): SendController {
  const { state, navigation, phases } = tools
  const { recents, field, balances, previewer, draft, wish, confirmation, review } = parts
  const controller: SendController = {
    apply(given) {
      if (!given || state.phase === 'signing' || !wish.take(given)) return
      if (given.to !== undefined) controller.setReceiver(given.to)
      wish.grant()
    },
    chooseToken: draft.chooseToken,
    setAmount: draft.setAmount,
    toggleMode: draft.toggleMode,
    setMaximum: draft.setMaximum,
    setReceiver(text) {
      if (draft.edit({})) field.set(text)
    },
    chooseRecent(recent) {
      if (draft.edit({})) field.choose(recent)
    },
    setFeeLevel(feeLevel) {
      if (state.phase === 'signing' || state.draft.feeLevel === feeLevel) return
      state.draft.feeLevel = feeLevel
      state.notice = undefined
      if (state.phase === 'ready') void previewer.refresh({ isAsked: true, isSeen: true })
    },
    recents: () => (state.target ? recents.list(state.target.namespace) : []),
    loadBalances: (options) => balances.load(options),
    async preview() {
      // Another tab may have asked a wallet since the form was filled in.
      review()
      const isReady = await previewer.preview()
      // A person who left meanwhile isn't called back, and a host with views of its own is left alone.
      const isFormShown = navigation.state.entries.at(-1)?.name === SendRoute.name
      if (isReady && isFormShown) navigation.push(SendPreviewRoute)
      return isReady
    },
    async acceptFee() {
      if (!state.unreasonableFee) return false
      previewer.acceptFee()
      return controller.preview()
    },
    confirm: confirmation.confirm,
    forgetRequest: () => confirmation.forget(),
    reset() {
      if (state.phase === 'signing') return
      clear()
      phases.to('editing')
      state.transaction = undefined
      state.wantedNetworkId = undefined
      wish.forget()
    },
  }
  return controller
}
