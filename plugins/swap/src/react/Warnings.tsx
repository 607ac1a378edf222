import { AddressText, Banner, useLocale, useMessages } from '@latchkey/ui-react'
import { judgeImpact, judgeSlippage } from '../assess.js'
import type { ShownQuote, SwapState } from '../Swapper.js'
import { percentText } from './percentText.js'
import { swapMessages } from './swapMessages.js'

/** What a person should know of an offer, the gravest first. */
export function OfferWarnings({
  shown,
  draft,
}: {
  readonly shown: ShownQuote | undefined
  readonly draft: SwapState['draft']
}) {
  const messages = useMessages(swapMessages)
  const judged = judgeSlippage(shown?.quote ?? draft)
  // A low slippage that the source itself recommends needs no warning.
  const slippage = judged === 'low' && shown?.isSlippageAutomatic ? undefined : judged
  const impact = shown?.impact
  const impacts = {
    medium: { tone: 'info', text: messages.impactMedium },
    high: { tone: 'warning', text: messages.impactHigh },
    extreme: { tone: 'danger', text: messages.impactExtreme },
  } as const
  const locale = useLocale()
  const missing = shown?.belowPrice
  // An impact as large says the same already.
  const isSaid = missing === undefined || missing <= (shown?.quote.priceImpact ?? 0n)
  const found = impact === undefined || impact === 'low' ? undefined : impacts[impact]
  return (
    <>
      {found ? (
        <div data-testid={`swap-impact-${impact}`}>
          <Banner tone={found.tone} announce="status">
            {found.text}
          </Banner>
        </div>
      ) : null}
      {isSaid ? null : (
        <div data-testid="swap-below-price">
          <Banner tone={judgeImpact(missing) === 'extreme' ? 'danger' : 'warning'} announce="status">
            {messages.belowPrice({ percent: percentText(missing, locale) })}
          </Banner>
        </div>
      )}
      {slippage ? (
        <div data-testid={`swap-slippage-${slippage}`}>
          <Banner tone={slippage === 'high' ? 'danger' : 'warning'} announce="status">
            {slippage === 'high' ? messages.slippageHigh : messages.slippageLow}
          </Banner>
        </div>
      ) : null}
    </>
  )
}

/** A token that nobody has on a list goes with its whole address. */
export function UnknownToken({ address }: { readonly address: string }) {
  const messages = useMessages(swapMessages)
  return (
    <div data-testid="swap-unknown-token">
      <Banner tone="warning" announce="status">
        {messages.unknownToken}
        <AddressText address={address} full />
      </Banner>
    </div>
  )
}
