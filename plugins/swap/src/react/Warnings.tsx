import { AddressText, Banner, useMessages } from '@latchkey/ui-react'
import { judgeSlippage } from '../assess.js'
import type { ShownQuote, SwapState } from '../Swapper.js'
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
