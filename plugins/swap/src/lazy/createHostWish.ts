import { ref } from 'valtio/vanilla'
import type { SwapArguments } from '../routes.js'
import type { SwapDraft } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { isSameTokenIn, type SwapperTools } from './SwapperTools.js'

/** What the host wished for, until the tokens are there that it names. */
export interface HostWish {
  /** @returns False for an object that was taken before. */
  take(given: SwapArguments): boolean
  /** Fills in what the host wished for, or what the specification starts with: one of the coin. */
  grant(): void
  /** The user has filled in these fields: what the host wished for them is given up. */
  yieldTo(change: Partial<SwapDraft>): void
  /** The draft is empty: the next grant starts it as the specification does. */
  restart(): void
  isOpen(): boolean
}

export function createHostWish(tools: SwapperTools): HostWish {
  const { state } = tools
  const taken = new WeakSet<SwapArguments>()
  let wish: SwapArguments | undefined
  // Later, an amount that is missing is one that the person took away.
  let isStart = true

  return {
    take(given) {
      if (taken.has(given)) return false
      taken.add(given)
      const { networkId } = given
      state.wantedNetworkId = networkId === state.target?.networkId ? undefined : networkId
      wish = given
      return true
    },
    grant() {
      if (state.tokens.status !== 'ready' || state.wantedNetworkId !== undefined) return
      const given = wish
      wish = undefined
      const { draft } = state
      const find = (wanted: string | undefined) => findToken(tools, wanted)
      const sell = find(given?.fromToken) ?? draft.sell ?? find('native')
      const buy = find(given?.toToken) ?? draft.buy
      const isMissing = [given?.fromToken, given?.toToken].some((name) => name !== undefined && !find(name))
      draft.sell = sell && ref({ ...sell })
      draft.buy = buy && !isSameTokenIn(tools, buy, sell) ? ref({ ...buy }) : undefined
      draft.amountText = given?.amount ?? (draft.amountText || (isStart ? '1' : ''))
      isStart = false
      if (isMissing) state.notice = 'tokenNotFound'
    },
    yieldTo(change) {
      if (!wish) return
      const { fromToken, toToken, amount, ...others } = wish
      wish = {
        ...others,
        ...(fromToken === undefined || change.sell ? {} : { fromToken }),
        ...(toToken === undefined || change.buy ? {} : { toToken }),
        ...(amount === undefined || change.amountText !== undefined ? {} : { amount }),
      }
    },
    restart() {
      isStart = true
    },
    isOpen: () => wish !== undefined,
  }
}

/** @param wanted `native`, a symbol, or an address */
function findToken({ state }: SwapperTools, wanted: string | undefined): SwapToken | undefined {
  if (wanted === undefined) return undefined
  const found = state.tokens.list.find(({ token }) =>
    wanted === 'native'
      ? token.address === undefined
      : token.symbol.toLowerCase() === wanted.toLowerCase() ||
        token.address?.toLowerCase() === wanted.toLowerCase(),
  )
  return found?.token
}
