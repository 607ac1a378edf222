import { isSameMultiplier } from '@latchkey/kernel/chain'
import { createPreviewing, type Previewing } from '@latchkey/kernel/transaction'
import { SwapPreviewRoute } from '../routes.js'
import type { SwapPreview } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import type { Offer } from './askSources.js'
import { checkOffers, previewOf } from './checkOffers.js'
import { compareToRead } from './compareToRead.js'
import { refreshTime } from './createQuoter.js'
import type { Tokens } from './createTokens.js'
import { findOffers, readQuestion, scaleQuestion, type SwapQuestion } from './findOffers.js'
import type { CheckedSwap } from './prepareSwap.js'
import { readOfferPrices } from './readOfferPrices.js'
import { readScales } from './readScales.js'
import type { SwapperTools } from './SwapperTools.js'
import { toSwapError } from './toSwapError.js'

export interface Current extends CheckedSwap {
  readonly ground: SwapQuestion
  readonly preview: SwapPreview
}

type PreviewChange = NonNullable<ReturnType<typeof compareToRead>>

export interface Previewer extends Omit<Previewing<Current, SwapPreview, PreviewChange>, 'refresh'> {
  /** Quotes once more, without a simulation. `undefined` when no source has an offer now. */
  requote(): Promise<Offer | undefined>
  /** Whether the tokens' amounts are still counted as in the preview. */
  isCountedAlike(): Promise<boolean>
}

/** Has the draft quoted, checked and simulated. `state.error` says why there is no preview. */
export function createPreviewer(tools: SwapperTools, tokens: Tokens): Previewer {
  const { state, phases, clock } = tools
  const previews = createPreviewing<true, Current, SwapPreview, PreviewChange>({
    ...{ state, phases, clock, compareToRead, freshTime: refreshTime },
    isShown: () => tools.navigation.state.entries.at(-1)?.name === SwapPreviewRoute.name,
    ask: () => true,
    check: (_, signal) => checkDraft(tools, tokens, signal),
    checked() {
      state.error = undefined
    },
    goes: () => true,
    failed(cause) {
      state.error = toSwapError(cause)
    },
  })
  return {
    ...previews,
    prepare() {
      state.error = undefined
      return previews.prepare()
    },
    async requote() {
      const current = previews.current()
      return current && requote(tools, current)
    },
    async isCountedAlike() {
      const current = previews.current()
      return current !== undefined && isCountedAlike(tools, current)
    },
  }
}

/** `undefined` when it was called off. */
async function checkDraft(
  tools: SwapperTools,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Current | undefined> {
  const draft = readQuestion(tools, signal)
  if (!draft) throw swapError('SWAP_NOT_PREPARED')
  try {
    const ground = await scaleQuestion(tools, draft)
    const [checked, prices] = await Promise.all([
      checkOffers(tools, ground),
      readOfferPrices(tools, tokens, ground),
    ])
    if (signal.aborted) return undefined
    return { ...checked, ground, preview: previewOf(tools, tokens, checked, ground, prices) }
  } catch (cause) {
    if (signal.aborted) return undefined
    throw cause
  }
}

async function requote(tools: SwapperTools, { ground, offer }: Current): Promise<Offer | undefined> {
  const { signal } = new AbortController()
  const offers = await findOffers(tools, { ...ground, signal })
  return offers.find(({ source }) => source.id === offer.source.id) ?? offers[0]
}

async function isCountedAlike(tools: SwapperTools, { ground }: Current): Promise<boolean> {
  const { signal } = new AbortController()
  const now = await readScales(tools, { ...ground, signal })
  const { sell, buy } = ground.scales
  return isSameMultiplier(sell, now.sell) && isSameMultiplier(buy, now.buy)
}
