import type { SendArguments } from '../routes.js'
import type { DraftEditor } from './createDraftEditor.js'
import { addressRule, type SenderTools } from './SenderTools.js'

/** What the host gave and cannot be filled in yet: on another network, or before it is known what is held. */
export interface HostWish {
  readonly current: SendArguments | undefined
  /** Takes what the host gave, once per object. False when it was taken before. */
  take(given: SendArguments): boolean
  /** Fills in token and amount, once it is known what is held. */
  grant(): void
  forget(): void
}

export function createHostWish(tools: SenderTools, draft: DraftEditor): HostWish {
  const { state } = tools
  const applied = new WeakSet<SendArguments>()
  let wish: SendArguments | undefined
  return {
    get current() {
      return wish
    },
    take(given) {
      if (applied.has(given)) return false
      applied.add(given)
      const { networkId, token, amount } = given
      state.wantedNetworkId = networkId === state.target?.networkId ? undefined : networkId
      wish = given
      if (token !== undefined || amount !== undefined) draft.forgetAmount()
      return true
    },
    grant() {
      const { target, balances: read } = state
      if (!wish || !target || read.status !== 'ready') return
      if (state.wantedNetworkId !== undefined) return
      const { token = wish.amount === undefined ? undefined : 'native', amount } = wish
      wish = undefined
      if (token === undefined) return
      const isSame = addressRule(tools, target)
      const found = read.holdings.find(({ address }) =>
        token === 'native' ? address === undefined : address === token || isSame(address ?? '', token),
      )
      if (found) draft.chooseToken(found)
      if (found && amount !== undefined) draft.setAmount(amount)
      if (!found) state.notice = 'tokenNotHeld'
    },
    forget() {
      wish = undefined
    },
  }
}
