import { BaseError } from '@latchkey/kernel/plugin'
import { isSameTarget } from '@latchkey/kernel/transaction'
import { parseAmount } from '@latchkey/kernel/contracts'
import { SwapPreviewRoute, SwapRoute } from '../routes.js'
import type { ShownQuote, SwapController, SwapDraft, SwapTarget } from '../Swapper.js'
import { type Confirmation, createConfirmation } from './createConfirmation.js'
import { createDraftEditor, type DraftEditor } from './createDraftEditor.js'
import { createHostWish, type HostWish } from './createHostWish.js'
import { createPreviewer, type Previewer } from './createPreviewer.js'
import { createQuoter, type Quoter } from './createQuoter.js'
import { createSwapViews } from './createSwapViews.js'
import { createTokens, type Tokens } from './createTokens.js'
import { findMaximum } from './findMaximum.js'
import { isRequested, type SwapperTools } from './SwapperTools.js'

export interface ControllerParts {
  readonly controller: SwapController
  /** Another account or network from now on: what was meant for the one before ends. */
  retarget(target: SwapTarget | undefined): void
  /** Reads again what the account holds, while the form is on screen. */
  renewHeld(): void
  /** The form is shown again: what was prepared for the preview is out of date. */
  formShown(): void
  dispose(): void
}

/** Puts the parts of a swap together. */
export function createSwapController(
  tools: SwapperTools,
  readTarget: () => SwapTarget | undefined,
): ControllerParts {
  const { state } = tools
  const wish = createHostWish(tools)
  const tokens = createTokens(tools, () => takeTokens(tools, wish, quoter))
  const quoter = createQuoter(tools, tokens)
  const previewer = createPreviewer(tools, tokens)
  const draft = createDraftEditor(tools, {
    changing: giveWay(wish, previewer),
    changed: quoter.schedule,
    findMaximum: (signal) => findMaximum(tools, tokens, signal),
  })
  const confirmation = createConfirmation({
    tools,
    previewer,
    settled({ networkId, address }) {
      void tools.nativeBalances.refresh(networkId, address, { force: true })
      const isShown = state.target?.networkId === networkId && state.target.address === address
      if (isShown) void tokens.load({ fresh: true })
    },
    answered() {
      const next = readTarget()
      if (!isSameTarget(state.target, next)) parts.retarget(next)
    },
  })
  confirmation.resume()
  // Calls that a wallet took together are known to it alone, and it connects a moment after the page has loaded.
  const stopResuming = tools.wallets.subscribe(confirmation.resume)
  const controller = createActions(tools, { wish, tokens, quoter, previewer, draft, confirmation })
  const parts: ControllerParts = {
    controller,
    retarget(target) {
      // Its answer, should it come, is followed all the same.
      if (isRequested(state)) return confirmation.forget()
      previewer.drop()
      quoter.drop()
      tokens.clear()
      draft.stop()
      takeTarget(tools, target, wish)
      if (target && tools.navigation.state.open) void tokens.load()
    },
    renewHeld: tokens.renew,
    formShown: () => leaveReview(state, previewer, quoter),
    dispose() {
      stopResuming()
      draft.stop()
      previewer.pause()
      quoter.drop()
    },
  }
  return parts
}

const askedFor = ({ sell, buy, amountText }: SwapDraft): string =>
  JSON.stringify([sell?.address, sell?.symbol, buy?.address, buy?.symbol, amountText])

function leaveReview({ phase }: SwapperTools['state'], previewer: Previewer, quoter: Quoter): void {
  if (phase !== 'ready') return
  previewer.drop()
  quoter.schedule()
}

function takeTokens({ state }: SwapperTools, wish: HostWish, quoter: Quoter): void {
  const asked = askedFor(state.draft)
  wish.grant()
  // The draft keeps its offer: only the holdings were read again.
  const isKept = state.offer !== undefined && askedFor(state.draft) === asked
  if (state.phase === 'editing' && !isKept) quoter.schedule()
}

/** Before an edit: the host's wish gives way to it, and what was prepared is gone. */
function giveWay(wish: HostWish, previewer: Previewer) {
  return (change: Partial<SwapDraft>) => {
    wish.yieldTo(change)
    previewer.drop()
  }
}

interface Parts {
  readonly wish: HostWish
  readonly tokens: Tokens
  readonly quoter: Quoter
  readonly previewer: Previewer
  readonly draft: DraftEditor
  readonly confirmation: Confirmation
}

function createActions(tools: SwapperTools, parts: Parts): SwapController {
  const { state } = tools
  const { wish, tokens, quoter, previewer, draft, confirmation } = parts
  return {
    apply(given) {
      if (!given || isRequested(state) || !wish.take(given)) return
      wish.grant()
      quoter.schedule()
    },
    watch: quoter.watch,
    loadTokens: tokens.load,
    findToken: tokens.find,
    chooseToken: draft.chooseToken,
    setAmount: draft.setAmount,
    setSlippage: draft.setSlippage,
    invert: draft.invert,
    setMaximum: draft.setMaximum,
    retry: quoter.retry,
    async setUpgrading(isUpgrading) {
      if (state.phase !== 'ready' || state.isUpgrading === isUpgrading) return
      state.isUpgrading = isUpgrading
      if (!(await previewer.prepare())) createSwapViews(tools).leavePreview()
    },
    preview: () => showPreview(tools, tokens, previewer),
    confirm: confirmation.confirm,
    revoke: confirmation.revoke,
    forgetRequest: confirmation.forget,
    reset() {
      if (isRequested(state)) return
      previewer.drop()
      quoter.drop()
      Object.assign(state.draft, { amountText: '' })
      wish.restart()
      tools.phases.to('editing')
      state.isUpgrading = false
      state.transaction = undefined
      state.error = undefined
      state.notice = undefined
    },
  }
}

function takeTarget({ state }: SwapperTools, target: SwapTarget | undefined, wish: HostWish): void {
  const before = state.target
  const hadDraft = state.draft.buy !== undefined
  state.target = target
  state.isUpgrading = false
  state.recommendedSlippage = undefined
  state.draft.isSlippageAutomatic = false
  const isElsewhere = before?.networkId !== target?.networkId
  if (isElsewhere) {
    Object.assign(state.draft, { sell: undefined, buy: undefined, amountText: '' })
    wish.restart()
  }
  if (state.wantedNetworkId === target?.networkId) state.wantedNetworkId = undefined
  state.error = undefined
  state.notice = before && target && hadDraft && !wish.isOpen() ? 'targetChanged' : undefined
}

const isLooser = (now: ShownQuote | undefined, read: ShownQuote | undefined) =>
  now !== undefined && read !== undefined && now.quote.slippage > read.quote.slippage

async function showPreview(tools: SwapperTools, tokens: Tokens, previewer: Previewer): Promise<boolean> {
  const { state, navigation } = tools
  if (isRequested(state)) {
    state.notice = 'outstanding'
    return false
  }
  const { sell } = state.draft
  const amount = sell && parseAmount(state.draft.amountText, sell.decimals)
  const held = tokens.choiceOf(sell)?.balance
  if (amount !== undefined && held !== undefined && amount > held) {
    state.error = new BaseError('There isn’t enough in your account for this.', {
      code: 'INSUFFICIENT_FUNDS',
    })
    return false
  }
  state.notice = undefined
  const { offer } = state
  const isReady = await previewer.prepare()
  // The source may have raised its automatic slippage since the person read the form.
  if (isReady && isLooser(state.preview, offer)) state.notice = 'previewChanged'
  const isFormShown = navigation.state.entries.at(-1)?.name === SwapRoute.name
  if (isReady && isFormShown) navigation.push(SwapPreviewRoute)
  return isReady
}
