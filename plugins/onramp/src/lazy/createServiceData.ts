import { type Clock, type HttpService, HttpStatusError, type NetworkId } from '@latchkey/kernel/plugin'
import { onrampError } from '../onrampErrors.js'
import type {
  OnrampLimit,
  OnrampOptions,
  OnrampOptionsRequest,
  OnrampQuote,
  OnrampRequest,
  OnrampSource,
} from '../OnrampProvider.js'
import type { OnrampDataOptions } from '../providerOptions.js'
import { optionsAnswer, quoteAnswer } from './serviceAnswers.js'

export interface ServiceDataTools extends OnrampDataOptions {
  readonly http: HttpService
  readonly clock: Clock
  /** As in errors. */
  readonly what: string
  /** What the service calls a network. Default its CAIP-2 id. */
  readonly networkName?: (networkId: NetworkId) => string
}

/** Milliseconds that an offer holds, where the service doesn't say it. */
const offerTime = 30_000
const byteLimit = 1_000_000
/** What the contract calls the two ways to pay. */
const methods = { card: 'CARD', bank: 'ACH_BANK_ACCOUNT' } as const

/** Options and quotes of a service with the on-ramp routes of the wallet-data contract. */
export const createServiceData = (
  tools: ServiceDataTools,
): Required<Pick<OnrampSource, 'options' | 'quote'>> => ({
  options: (request) => readOptions(tools, request),
  quote: (request) => readQuote(tools, request),
})

const nameOf = ({ networkName = (id) => id }: ServiceDataTools, networkId: NetworkId) =>
  networkName(networkId)
const projectOf = ({ projectId }: ServiceDataTools) => (projectId === undefined ? {} : { projectId })

async function readOptions(
  tools: ServiceDataTools,
  { networkId, country, signal }: OnrampOptionsRequest,
): Promise<OnrampOptions> {
  const { http, url, what } = tools
  const answer = await http.request({
    url: `${url}/v1/onramp/buy/options`,
    query: { country, ...projectOf(tools) },
    schema: optionsAnswer,
    what,
    byteLimit,
    retries: 1,
    signal,
  })
  return {
    currencies: answer.paymentCurrencies.map(({ id, limits }) => ({
      code: id,
      limits: limits.flatMap(({ id: method, min, max }): OnrampLimit[] => {
        const known = method === methods.card ? 'card' : method === methods.bank ? 'bank' : undefined
        return known ? [{ method: known, minimum: min, maximum: max }] : []
      }),
    })),
    assets: answer.purchaseCurrencies.flatMap(({ symbol, name, networks }) =>
      networks
        .filter(({ chainId, name: own }) => chainId === networkId || own === nameOf(tools, networkId))
        .map(({ contractAddress }) => ({
          networkId,
          symbol,
          name,
          ...(contractAddress ? { address: contractAddress } : {}),
        })),
    ),
  }
}

async function readQuote(tools: ServiceDataTools, request: OnrampRequest): Promise<OnrampQuote> {
  const { http, clock, url, what } = tools
  const { asset, networkId, currency, amount, country, method, signal } = request
  const query = {
    purchaseCurrency: asset.symbol,
    purchaseNetwork: nameOf(tools, networkId),
    paymentAmount: amount,
    paymentCurrency: currency,
    paymentMethod: methods[method],
    country,
    ...projectOf(tools),
  }
  const address = `${url}/v1/onramp/buy/quotes`
  const answer = await http
    .request({ url: address, query, schema: quoteAnswer, what, byteLimit, retries: 1, signal })
    .catch((cause: unknown) => {
      const isNone = cause instanceof HttpStatusError && (cause.status === 400 || cause.status === 404)
      throw isNone ? onrampError('ONRAMP_NO_QUOTE', { cause }) : cause
    })
  const { paymentTotal, paymentSubTotal, coinbaseFee, networkFee, purchaseAmount } = answer
  const others = [paymentSubTotal, coinbaseFee, networkFee]
  const isOneCurrency = others.every((money) => money.currency === paymentTotal.currency)
  if (!isOneCurrency || purchaseAmount.currency !== asset.symbol) {
    throw onrampError('ONRAMP_QUOTE_INVALID', {
      metaMessages: ['Its parts are in other currencies, or it is for another asset.'],
    })
  }
  return {
    id: answer.quoteId,
    asset,
    currency: paymentTotal.currency,
    total: paymentTotal.value,
    subtotal: paymentSubTotal.value,
    fees: [
      { kind: 'provider', amount: coinbaseFee.value },
      { kind: 'network', amount: networkFee.value },
    ],
    receives: purchaseAmount.value,
    validUntil: clock.now() + offerTime,
  }
}
