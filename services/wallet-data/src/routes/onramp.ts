import type { Context } from 'hono'
import * as z from 'zod/mini'
import { askUpstream } from '../http/askUpstream.js'
import { readQuery } from '../http/parameters.js'
import { invalid, ServiceError } from '../http/serviceError.js'
import type { Service } from '../service.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const project = { projectId: z.optional(z.string()) }
const country = z.string().check(z.regex(/^[A-Z]{2}$/))
const short = z.string().check(z.minLength(1), z.maxLength(80))
const decimal = z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,20})?$/))
const fiat = z.string().check(z.regex(/^[A-Z]{3,4}$/))

const optionsQuery = z.object({ ...project, country, subdivision: z.optional(country) })
const quoteQuery = z.object({
  ...project,
  purchaseCurrency: short,
  purchaseNetwork: z.optional(short),
  paymentAmount: decimal,
  paymentCurrency: fiat,
  paymentMethod: short,
  country,
  subdivision: z.optional(country),
})

const money = z.object({ value: decimal, currency: short })
const network = z.object({
  name: short,
  displayName: z.string().check(z.maxLength(80)),
  contractAddress: z.string().check(z.maxLength(200)),
  chainId: z.string().check(z.maxLength(80)),
})
const optionsAnswer = z.object({
  paymentCurrencies: z.array(
    z.object({ id: fiat, limits: z.array(z.object({ id: short, min: decimal, max: decimal })) }),
  ),
  purchaseCurrencies: z.array(
    z.object({ id: short, name: short, symbol: short, networks: z.array(network) }),
  ),
})
const quoteAnswer = z.object({
  paymentTotal: money,
  paymentSubTotal: money,
  purchaseAmount: money,
  coinbaseFee: money,
  networkFee: money,
  quoteId: short,
})

/** What a provider says, as far as it is in the contract. Nothing of it is made up here. */
async function passOn<shape extends z.ZodMiniType>(
  service: Service,
  path: string,
  { projectId, ...query }: Readonly<Record<string, string | undefined>>,
  shape: shape,
): Promise<Response> {
  await service.quota.charge(checkProject(service, projectId), [])
  const { onrampUrl } = service.settings
  if (onrampUrl === undefined) throw invalid('', 'Nothing is sold here.')
  const answer = await askUpstream({
    what: 'The provider',
    url: `${onrampUrl}/v1/onramp/buy/${path}`,
    query,
    shape,
    refuse: () => new ServiceError(400, [{ field: '', description: 'The provider has no such offer.' }]),
  })
  return jsonText(JSON.stringify(answer))
}

const options = async (context: Context, service: Service) =>
  passOn(service, 'options', readQuery(context, optionsQuery), optionsAnswer)

const quotes = async (context: Context, service: Service) =>
  passOn(service, 'quotes', readQuery(context, quoteQuery), quoteAnswer)

/** What a provider of card payments sells, and for how much. */
export const onrampRoutes: readonly Route[] = [
  { name: 'onramp', method: 'get', path: '/v1/onramp/buy/options', handle: options },
  { name: 'onramp', method: 'get', path: '/v1/onramp/buy/quotes', handle: quotes },
]
