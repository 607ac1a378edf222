import { balanceUnavailable } from '@latchkey/kernel/wallet'
import { isSameTarget } from '@latchkey/kernel/transaction'
import { emptyDraft } from '../createState.js'
import type { SendController, SendTarget } from '../Sender.js'
import { createActions } from './createActions.js'
import { createBalanceLoader, type BalanceLoader } from './createBalanceLoader.js'
import { type Confirmation, createConfirmation } from './createConfirmation.js'
import { createDraftEditor, type DraftEditor } from './createDraftEditor.js'
import { createFollower, type Follower } from './createFollower.js'
import { createHostWish, type HostWish } from './createHostWish.js'
import { createPreviewer, type Previewer } from './createPreviewer.js'
import { createReceiverField, type ReceiverField } from './createReceiverField.js'
import { readTarget } from './readTarget.js'
import { createRecents, type Recents } from './recentReceivers.js'
import { reviewDraft } from './reviewDraft.js'
import { addressRule, type SenderTools } from './SenderTools.js'

export interface ControllerParts {
  readonly controller: SendController
  /** Another account or network from now on: what was meant for the one before ends. */
  retarget(target: SendTarget | undefined): void
  /** Reads again what the account holds, while the form is on screen. */
  renewHeld(): void
  dispose(): void
}

/** The parts of a send. Each knows the others only by what the controller hands on. */
export interface SendParts {
  readonly recents: Recents
  readonly field: ReceiverField
  readonly balances: BalanceLoader
  readonly previewer: Previewer
  readonly draft: DraftEditor
  readonly wish: HostWish
  readonly confirmation: Confirmation
  /** Works out again what the form warns of. */
  review(): void
}

/** Puts the parts of a send together. */
export function createController(tools: SenderTools): ControllerParts {
  const { state, storage } = tools
  const recents = createRecents(storage)
  const review = () => reviewDraft(tools, recents)
  const field = createReceiverField(tools, {
    changed: review,
    holdings: () => readHeld(tools, balances),
    fill: (link) => draft.fillIn(link),
  })
  const balances = createBalanceLoader(tools, () => {
    wish.grant()
    // What the host asked for, or what it asked for in vain, is not to be taken for the coin.
    draft.renewToken({ mayChoose: wish.current === undefined && state.notice !== 'tokenNotHeld' })
    review()
  })
  const previewer = createPreviewer(tools, () => field.set(state.draft.receiverText))
  const follower = createFollower(tools, (settled) => refreshBalances(tools, balances, settled))
  const confirmation = confirmWith(tools, {
    previewer,
    follower,
    recents,
    clear: () => clearDraft(tools, parts),
    review,
    retarget: (target) => retarget(tools, parts, target),
  })
  const draft = createDraftEditor(tools, () => previewer.drop())
  const wish = createHostWish(tools, draft)
  const parts: SendParts = { recents, field, balances, previewer, draft, wish, confirmation, review }

  follower.resume()

  return {
    controller: createActions(tools, parts, () => clearDraft(tools, parts)),
    retarget: (target) => retarget(tools, parts, target),
    renewHeld: balances.renew,
    dispose() {
      field.dispose()
      draft.stop()
      previewer.pause()
    },
  }
}

interface ConfirmingParts extends Pick<SendParts, 'previewer' | 'recents'> {
  readonly follower: Follower
  clear(): void
  review(): void
  retarget(target: SendTarget | undefined): void
}

function confirmWith(
  tools: SenderTools,
  { previewer, follower, recents, clear, review, retarget }: ConfirmingParts,
): Confirmation {
  return createConfirmation({
    tools,
    previewer,
    follower,
    review,
    submitted(target, { receiver: { address, name } }, isCurrent) {
      const receiver = { address, ...(name === undefined ? {} : { name }) }
      recents.add(target.namespace, receiver, addressRule(tools, target))
      if (isCurrent) clear()
    },
    mayHaveLeft: clear,
    answered() {
      const next = readTarget(tools)
      if (!isSameTarget(tools.state.target, next)) retarget(next)
    },
  })
}

/** @throws BaseError when it can't be read what the account holds. */
async function readHeld({ state }: SenderTools, balances: BalanceLoader) {
  await balances.load()
  const { status, holdings, error } = state.balances
  if (status !== 'ready') throw error ?? balanceUnavailable()
  return holdings
}

function refreshBalances(
  { state, nativeBalances }: SenderTools,
  balances: BalanceLoader,
  { networkId, address }: Pick<SendTarget, 'networkId' | 'address'>,
): void {
  void nativeBalances.refresh(networkId, address, { force: true })
  if (state.target?.networkId === networkId && state.balances.status !== 'idle') {
    void balances.load({ fresh: true })
  }
}

function clearDraft({ state }: SenderTools, { field, previewer, balances, review }: SendParts): void {
  field.dispose()
  previewer.drop()
  Object.assign(state.draft, emptyDraft)
  state.receiver = { status: 'empty' }
  state.error = undefined
  state.notice = undefined
  balances.clear()
  review()
}

function retarget(tools: SenderTools, parts: SendParts, target: SendTarget | undefined): void {
  const { state, navigation, phases } = tools
  const { confirmation, previewer, draft, balances, field, wish } = parts
  // The wallet that was asked is gone; its answer, should it come, is followed all the same.
  if (phases.current === 'asking') return confirmation.forget()
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
