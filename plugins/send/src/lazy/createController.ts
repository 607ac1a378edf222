import { balanceUnavailable, isSameTarget } from '@latchkey/kernel/plugin'
import { emptyDraft } from '../createState.js'
import { SendPreviewRoute, SendRoute } from '../routes.js'
import type { SendController, SendTarget } from '../Sender.js'
import { createBalanceLoader } from './createBalanceLoader.js'
import { createConfirmation } from './createConfirmation.js'
import { createDraftEditor } from './createDraftEditor.js'
import { createFollower } from './createFollower.js'
import { createHostWish } from './createHostWish.js'
import { createPreviewer } from './createPreviewer.js'
import { createReceiverField } from './createReceiverField.js'
import { readTarget } from './readTarget.js'
import { createRecents } from './recentReceivers.js'
import { reviewReceiver } from './reviewReceiver.js'
import { addressRule, type SenderTools } from './SenderTools.js'

export interface ControllerParts {
  readonly controller: SendController
  /** Another account or network from now on: what was meant for the one before ends. */
  retarget(target: SendTarget | undefined): void
  dispose(): void
}

export function createController(tools: SenderTools): ControllerParts {
  const { state, storage, session, navigation } = tools
  const recents = createRecents(storage)
  const field = createReceiverField(tools, {
    changed: review,
    async holdings() {
      await balances.load()
      const { status, holdings, error } = state.balances
      if (status !== 'ready') throw error ?? balanceUnavailable()
      return holdings
    },
    fill: (link) => draft.fillIn(link),
  })
  const balances = createBalanceLoader(tools, () => {
    wish.grant()
    // What the host asked for, or what it asked for in vain, is not to be taken for the coin.
    draft.renewToken({ mayChoose: wish.current === undefined && state.notice !== 'tokenNotHeld' })
    review()
  })
  const previewer = createPreviewer(tools, () => field.set(state.draft.receiverText))
  const follower = createFollower(tools, ({ networkId, address }) => {
    void tools.nativeBalances.refresh(networkId, address, { force: true })
    if (state.target?.networkId === networkId && state.balances.status !== 'idle') {
      void balances.load({ fresh: true })
    }
  })
  const confirmation = createConfirmation({
    tools,
    previewer,
    follower,
    submitted(target, { receiver: { address, name } }, isCurrent) {
      const receiver = { address, ...(name === undefined ? {} : { name }) }
      recents.add(target.namespace, receiver, addressRule(tools, target))
      if (isCurrent) clearDraft()
    },
    mayHaveLeft: clearDraft,
    answered() {
      const next = readTarget(tools)
      if (!isSameTarget(state.target, next)) retarget(next)
    },
  })
  const draft = createDraftEditor(tools, () => previewer.drop())
  const wish = createHostWish(tools, draft)

  /** Works out anew what the receiver's address tells. */
  function review(): void {
    const { receiver, target } = state
    if (!target || receiver.status !== 'resolved') {
      state.warnings = []
      return
    }
    const accounts = session.state.connections.flatMap((connection) => connection.accounts)
    const own = accounts.filter((account) => account.namespace === target.namespace)
    state.warnings = [
      ...reviewReceiver({
        receiver: receiver.address,
        own: [target.address, ...own.map(({ address }) => address)],
        recents: recents.list(target.namespace).map(({ address }) => address),
        tokens: state.balances.holdings.flatMap(({ address }) => address ?? []),
        isSameAddress: addressRule(tools, target),
      }),
    ]
  }

  function clearDraft(): void {
    field.dispose()
    previewer.drop()
    Object.assign(state.draft, emptyDraft)
    state.receiver = { status: 'empty' }
    state.warnings = []
    state.error = undefined
    state.notice = undefined
    balances.clear()
  }

  function retarget(target: SendTarget | undefined): void {
    // The wallet that was asked is gone; its answer, should it come, is followed all the same.
    if (state.phase === 'signing') return confirmation.forget()
    const before = state.target
    const { receiverText, amountText, token } = state.draft
    const hadDraft = token !== undefined || amountText !== '' || receiverText !== ''
    previewer.drop()
    draft.stop()
    state.target = target
    balances.clear()
    Object.assign(state.draft, { ...emptyDraft, receiverText })
    if (state.wantedNetworkId === target?.networkId) state.wantedNetworkId = undefined
    const isOtherKind = before?.namespace !== target?.namespace
    field.set(isOtherKind && !wish.current ? '' : (wish.current?.to ?? receiverText))
    state.error = undefined
    state.notice = before && target && hadDraft && !wish.current ? 'targetChanged' : undefined
    if (target && navigation.state.open) void balances.load()
  }

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
      if (state.phase === 'ready') void previewer.renew()
    },
    recents: () => (state.target ? recents.list(state.target.namespace) : []),
    loadBalances: (options) => balances.load(options),
    async preview() {
      const isReady = await previewer.preview()
      // Whoever left meanwhile is not called back, and a host with views of its own is left alone.
      const isFormShown = navigation.state.entries.at(-1)?.name === SendRoute.name
      if (isReady && isFormShown) navigation.push(SendPreviewRoute)
      return isReady
    },
    async acceptFee() {
      if (!state.unreasonableFee) return false
      previewer.acceptFee()
      return controller.preview()
    },
    confirm: (shown) => confirmation.confirm(shown),
    forgetRequest: () => confirmation.forget(),
    reset() {
      if (state.phase === 'signing') return
      clearDraft()
      state.phase = 'editing'
      state.transaction = undefined
      state.wantedNetworkId = undefined
      wish.forget()
    },
  }

  follower.resume()

  return {
    controller,
    retarget,
    dispose() {
      field.dispose()
      draft.stop()
      previewer.pause()
    },
  }
}
