import type { Amount } from '@latchkey/kernel/contracts'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import {
  AmountText,
  type Detail,
  DetailList,
  exactAmountText,
  NamedAddress,
  safeText,
  truncateAddress,
  useAddressNames,
  useFeeDetails,
  useLocale,
  useMessages,
} from '@latchkey/ui-react'
import type { ShownQuote, SwapPreview } from '../Swapper.js'
import { percentText } from './percentText.js'
import { rateText } from './rateText.js'
import { swapMessages } from './swapMessages.js'

export interface QuoteDetailsProps {
  readonly shown: ShownQuote
  /** Adds what only a checked swap has: what the network charges, and what has to be approved. */
  readonly preview?: SwapPreview | undefined
  readonly currency: string
  /** Of the addresses in it. */
  readonly namespace: NamespaceId | undefined
  /** Stands first with the fee, before a wallet is asked. */
  readonly networkName?: string | undefined
  /** The account that signs: stands after them. */
  readonly children?: readonly Detail[] | undefined
}

/** Everything that an offer says, in words that can be compared. */
export function QuoteDetails(props: QuoteDetailsProps) {
  const { shown, preview, currency, namespace = '', networkName, children = [] } = props
  const messages = useMessages(swapMessages)
  const locale = useLocale()
  const rate = rateText(shown.rate, locale)
  const { quote, sell, buy } = shown
  const { textOf } = useAddressNames()
  const isUnchecked = preview?.dangers.some(({ kind }) => kind === 'unchecked')
  const fees = useFeeDetails(preview && { ...preview, currency }, 'swap-network-cost')
  const details: readonly Detail[] = [
    ...(networkName === undefined ? [] : [{ label: messages.network, value: safeText(networkName, 40) }]),
    ...fees,
    ...children,
    {
      label: messages.rate,
      testId: 'swap-rate',
      // Only an element can keep the order: characters for it are removed from all displayed text.
      value: (
        <bdi dir="ltr">
          {messages.rateText({ sell: safeText(sell.symbol, 12), buy: safeText(buy.symbol, 12), rate })}
        </bdi>
      ),
    },
    {
      label: messages.impact,
      testId: 'swap-impact',
      value:
        quote.priceImpact === undefined
          ? messages.impactUnknown
          : messages.impactText({ impact: percentText(quote.priceImpact, locale) }),
    },
    {
      label: isUnchecked ? messages.minimumUnchecked : messages.minimum,
      testId: 'swap-minimum',
      value: <Whole {...shown.minimum} />,
    },
    // The form says it where it's chosen.
    ...(preview ? [slippageDetail(shown, messages, locale)] : []),
    ...shown.fees
      .filter(({ kind, amount }) => kind === 'provider' && amount.value > 0n)
      .map(
        ({ amount, receiver }): Detail => ({
          label: messages.providerFee,
          testId: 'swap-provider-fee',
          value: <Whole {...amount} />,
          note: receiver === undefined ? undefined : <NamedAddress network={namespace} address={receiver} />,
        }),
      ),
    ...(preview ? approvalDetails(preview, messages, locale, (spender) => textOf(namespace, spender)) : []),
    { label: messages.route, testId: 'swap-route', value: <Route shown={shown} /> },
    { label: messages.source, testId: 'swap-source', value: safeText(shown.sourceName, 40) },
  ]
  return <DetailList details={details} />
}

function slippageDetail(
  { quote, isSlippageAutomatic }: ShownQuote,
  messages: typeof swapMessages.messages,
  locale: string,
): Detail {
  const percent = percentText(quote.slippage, locale)
  return {
    label: messages.slippage,
    testId: 'swap-slippage',
    value: isSlippageAutomatic
      ? messages.slippageAutomaticPercent({ percent })
      : messages.slippagePercent({ percent }),
  }
}

const Whole = (amount: Amount) => <AmountText {...amount} maximumFractionDigits={amount.decimals} />

function approvalDetails(
  { approval, quote, allowed }: SwapPreview,
  messages: typeof swapMessages.messages,
  locale: string,
  textOf: (address: string) => string,
): readonly Detail[] {
  const { allowance } = quote
  if (approval === 'none' || !allowance || !allowed) return []
  const word = {
    batch: messages.approvalBatch,
    signature: messages.approvalSignature,
    transaction: messages.approvalTransaction,
  }[approval]
  const spender = textOf(allowance.spender)
  return [
    {
      label: messages.approvalLabel,
      testId: 'swap-approval',
      // A text and no element: the list draws what is isolated in it.
      value: word({ amount: exactAmountText(allowed, locale) }),
      note: messages.approvalTo({ spender }),
    },
  ]
}

function Route({ shown: { quote } }: { readonly shown: ShownQuote }) {
  const messages = useMessages(swapMessages)
  const venues = [...new Set(quote.route.map(({ venue }) => safeText(venue, 24)))].join(', ')
  const tokens = quote.route.slice(1).map(({ sell }) => {
    const symbol = safeText(sell.symbol, 12)
    return symbol || truncateAddress(safeText(sell.address ?? ''))
  })
  return tokens.length === 0
    ? messages.direct({ venues })
    : messages.through({ tokens: tokens.join(', '), venues })
}
