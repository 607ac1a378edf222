import { BaseError, parseAmount, toDecimal } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import { isSameToken, withinBounds } from '../assess.js'
import { type SwapArguments, SwapPreviewRoute, SwapRoute } from '../routes.js'
import type { SwapController, SwapDraft, SwapTarget } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { createConfirmation } from './createConfirmation.js'
import { createPreviewer, toError } from './createPreviewer.js'
import { createQuoter } from './createQuoter.js'
import { createTokens } from './createTokens.js'
import { prepareSwap } from './prepareSwap.js'
import { isSameTarget, type SwapperTools } from './SwapperTools.js'

export interface ControllerParts {
  readonly controller: SwapController
  /** Another account or network from now on: what was meant for the one before ends. */
  retarget(target: SwapTarget | undefined): void
  /** The person is at the form: what was prepared for the preview is out of date. */
  formShown(): void
  dispose(): void
}

/** What of the coin is looked at for its fee: nine tenths, so that the fee itself can be paid. */
const trialShare = { part: 9n, of: 10n } as const

export function createController(
  tools: SwapperTools,
  readTarget: () => SwapTarget | undefined,
): ControllerParts {
  const { state, navigation } = tools
  const tokens = createTokens(tools, () => {
    grant()
    if (state.phase === 'editing') quoter.schedule()
  })
  const quoter = createQuoter(tools, tokens)
  const previewer = createPreviewer(tools, quoter)
  const confirmation = createConfirmation({
    tools,
    previewer,
    settled(target) {
      void tools.nativeBalances.refresh(target.networkId, target.address, { force: true })
      if (isSameTarget(state.target, target)) void tokens.load({ fresh: true })
    },
    answered() {
      const next = readTarget()
      if (!isSameTarget(state.target, next)) retarget(next)
    },
  })
  const applied = new WeakSet<SwapArguments>()
  let wish: SwapArguments | undefined
  let maximum: AbortController | undefined

  const isSame = (one: SwapToken | undefined, other: SwapToken | undefined) => {
    const namespace = state.target && tools.wallets.namespace(state.target.namespace)
    return isSameToken(one, other, namespace?.isSameAddress ?? Object.is)
  }

  /** Takes a change of the draft, unless the wallet is asked for what it says now. */
  function edit(change: Partial<SwapDraft>): boolean {
    if (state.phase === 'signing' || state.phase === 'approving') {
      state.notice = 'outstanding'
      return false
    }
    maximum?.abort()
    state.isMaximizing = false
    previewer.drop()
    if (state.phase !== 'pending') state.phase = 'editing'
    state.error = undefined
    state.notice = undefined
    Object.assign(state.draft, change)
    quoter.schedule()
    return true
  }

  /** Fills in what the host wished for, or what the specification starts with: one of the coin. */
  function grant(): void {
    const given = wish
    const { draft } = state
    const find = (wanted: string | undefined) =>
      wanted === undefined
        ? undefined
        : state.tokens.list.find(({ token }) =>
            wanted === 'native'
              ? token.address === undefined
              : token.symbol.toLowerCase() === wanted.toLowerCase() ||
                token.address?.toLowerCase() === wanted.toLowerCase(),
          )?.token
    if (state.tokens.status !== 'ready' || state.wantedNetworkId !== undefined) return
    wish = undefined
    const coin = find('native')
    const sell = find(given?.fromToken) ?? draft.sell ?? coin
    const buy = find(given?.toToken) ?? draft.buy
    const isMissing = [given?.fromToken, given?.toToken].some((name) => name !== undefined && !find(name))
    draft.sell = sell && ref({ ...sell })
    draft.buy = buy && !isSame(buy, sell) ? ref({ ...buy }) : undefined
    draft.amountText = given?.amount ?? (draft.amountText || '1')
    if (isMissing) state.notice = 'tokenNotFound'
  }

  async function findMaximum(signal: AbortSignal): Promise<bigint> {
    const { sell } = state.draft
    const held = tokens.choiceOf(sell)?.balance ?? 0n
    if (!sell || sell.address !== undefined) return held
    const amount = (held * trialShare.part) / trialShare.of
    const ground = { ...state, ...quoter.question(signal) }
    const { target, buy } = ground
    if (!target || !buy || amount === 0n) throw swapError('SWAP_NOT_PREPARED')
    const asked = { target: { ...target }, sell, buy, amount, signal }
    const [best] = await quoter.ask(asked)
    if (!best) throw swapError('SWAP_NO_ROUTE')
    const { prepared } = await prepareSwap(tools, asked, best)
    // A quarter more: prices of fees move between the question and the answer.
    const kept = (prepared.fee.value * 5n) / 4n + (best.quote.deposit?.value ?? 0n)
    return held > kept ? held - kept : 0n
  }

  function retarget(target: SwapTarget | undefined): void {
    if (state.phase === 'signing' || state.phase === 'approving') return confirmation.forget()
    const before = state.target
    const hadDraft = state.draft.buy !== undefined
    previewer.drop()
    quoter.drop()
    tokens.clear()
    maximum?.abort()
    state.target = target
    const isElsewhere = before?.networkId !== target?.networkId
    if (isElsewhere) Object.assign(state.draft, { sell: undefined, buy: undefined, amountText: '' })
    if (state.wantedNetworkId === target?.networkId) state.wantedNetworkId = undefined
    state.error = undefined
    state.notice = before && target && hadDraft && !wish ? 'targetChanged' : undefined
    if (target && navigation.state.open) void tokens.load()
  }

  const controller: SwapController = {
    apply(given) {
      if (!given || applied.has(given) || state.phase === 'signing' || state.phase === 'approving') return
      applied.add(given)
      const { networkId } = given
      state.wantedNetworkId = networkId === state.target?.networkId ? undefined : networkId
      wish = given
      grant()
      quoter.schedule()
    },
    watch: () => quoter.watch(),
    loadTokens: (options) => tokens.load(options),
    findToken: (address) => tokens.find(address),
    chooseToken(side, token) {
      const other = side === 'sell' ? 'buy' : 'sell'
      // The same on both sides: what was chosen first makes room.
      if (isSame(state.draft[other], token)) controller.invert()
      else edit({ [side]: ref({ ...token }) })
    },
    setAmount: (text) => void edit({ amountText: text }),
    setSlippage(slippage) {
      edit({ slippage: withinBounds(slippage) })
    },
    invert() {
      const { sell, buy } = state.draft
      const bought = state.offer?.quote.bought
      const amountText = bought ? toDecimal(bought.value, bought.decimals) : state.draft.amountText
      edit({ sell: buy, buy: sell, amountText: buy ? cut(amountText, buy.decimals) : amountText })
    },
    async setMaximum() {
      const { sell } = state.draft
      if (!sell || !edit({})) return
      const own = new AbortController()
      maximum = own
      state.isMaximizing = true
      try {
        const value = await findMaximum(own.signal)
        if (!own.signal.aborted) edit({ amountText: toDecimal(value, sell.decimals) })
      } catch (cause) {
        if (own.signal.aborted) return
        state.isMaximizing = false
        state.error = toError(cause)
      }
    },
    retry: () => quoter.retry(),
    async preview() {
      if (state.phase === 'signing' || state.phase === 'approving') {
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
      const isReady = await previewer.prepare()
      const isFormShown = navigation.state.entries.at(-1)?.name === SwapRoute.name
      if (isReady && isFormShown) navigation.push(SwapPreviewRoute)
      return isReady
    },
    confirm: (shown) => confirmation.confirm(shown),
    revoke: () => confirmation.revoke(),
    forgetRequest: () => confirmation.forget(),
    reset() {
      if (state.phase === 'signing' || state.phase === 'approving') return
      previewer.drop()
      quoter.drop()
      Object.assign(state.draft, { amountText: '' })
      state.phase = 'editing'
      state.transaction = undefined
      state.error = undefined
      state.notice = undefined
    },
  }

  return {
    controller,
    retarget,
    formShown() {
      if (state.phase !== 'ready') return
      previewer.drop()
      quoter.schedule()
    },
    dispose() {
      maximum?.abort()
      previewer.pause()
      quoter.drop()
    },
  }
}

/** The decimal string with at most so many digits after the point. */
function cut(amount: string, decimals: number): string {
  const [whole = '', fraction] = amount.split('.')
  return fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
