import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import type { AssetFacts, Chain } from '../chains/chain.js'
import { list, readQuery } from '../http/parameters.js'
import { invalid, unavailable } from '../http/serviceError.js'
import { compareDecimals, worthOf } from '../prices/decimals.js'
import { type Currency, currencies } from '../prices/priceTable.js'
import type { Service } from '../service.js'
import { readHoldings, type TokenHolding } from '../store/readHoldings.js'
import { replaceAmounts } from '../store/writeIndex.js'
import { type AskedAccount, findAccount, findChain } from './account.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const tokensForced = 20

const query = z.object({
  projectId: z.optional(z.string()),
  currency: z.enum(currencies),
  chainId: z.optional(z.string()),
  forceUpdate: z.optional(list(tokensForced)),
})

/** What an account holds: the native coins from the nodes, tokens from the index. */
export const balance: Route = {
  name: 'balance',
  method: 'get',
  path: '/v1/account/:address/balance',
  async handle(context, service) {
    const { projectId, currency, chainId, forceUpdate } = readQuery(context, query)
    const project = checkProject(service, projectId)
    const account = findAccount(service, context.req.param('address') ?? '', chainId)
    service.quota.charge(
      project,
      account.chains.map(({ networkId }) => networkId),
    )
    if (forceUpdate?.length) await readAgain(service, account, forceUpdate)
    const question = `${account.chains.map(({ networkId }) => networkId).join(',')} ${currency}`
    return jsonText(
      await service.balances.get(account.address, question, () => readBalances(service, account, currency)),
    )
  },
}

async function readBalances(
  service: Service,
  { address, chains }: AskedAccount,
  currency: Currency,
): Promise<string> {
  const networkIds = chains.map(({ networkId }) => networkId)
  const [natives, tokens] = await Promise.all([
    Promise.all(chains.map((chain) => readNative(chain, address))),
    readHoldings(service.database.reads, address, networkIds),
  ])
  const entries = chains.flatMap((chain, index) => {
    const { networkId, native } = chain
    const own = tokens
      .filter((token) => token.networkId === networkId)
      .map((token) => describe(service, chain, token, currency))
      .sort((left, right) => compareDecimals(right.worth ?? '0', left.worth ?? '0'))
    const amount = natives[index] ?? 0n
    return [describe(service, chain, { networkId, asset: '', ...native, amount }, currency), ...own]
  })
  return JSON.stringify({ balances: entries.map(({ entry }) => entry) })
}

function readNative(chain: Chain, address: string): Promise<bigint> {
  return chain.nativeBalance(address).catch((cause) => {
    throw unavailable(`The balance on ${chain.networkId}`, cause)
  })
}

function describe(service: Service, chain: Chain, token: TokenHolding, currency: Currency) {
  const { networkId, asset, decimals, amount } = token
  const declared = service.prices.declared(networkId, asset)
  const price = service.prices.priceOf(networkId, asset, currency)
  const worth = price === undefined ? undefined : worthOf(amount, decimals, price)
  const entry = {
    name: declared?.name ?? token.name,
    symbol: declared?.symbol ?? token.symbol,
    chainId: networkId,
    ...(asset === '' ? {} : { address: `${networkId}:${chain.formatAddress(asset)}` }),
    // Numbers are the contract's form of money; what is computed with is `quantity.numeric`, which is exact.
    ...(worth === undefined ? {} : { value: Number(worth) }),
    price: price === undefined ? 0 : Number(price),
    quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
    iconUrl: declared?.iconUrl ?? '',
  }
  return { entry, worth }
}

/** Reads the named tokens on the chain and keeps what it finds. */
async function readAgain(service: Service, { address, chains }: AskedAccount, tokens: readonly string[]) {
  for (const text of tokens) {
    const { chain, asset } = parseToken(service, text)
    const holder = { address, asset, tokenId: '' }
    if (!chains.includes(chain) || !chain.readToken) {
      throw invalid('forceUpdate', `Tokens of ${chain.networkId} cannot be read again for this account.`)
    }
    const { amount, facts } = await chain.readToken(holder).catch((cause) => {
      throw unavailable(`The token ${text}`, cause)
    })
    await keep(service, chain, { ...holder, amount }, facts)
  }
}

async function keep(
  service: Service,
  { networkId }: Chain,
  held: { address: string; asset: string; tokenId: string; amount: bigint },
  facts: AssetFacts,
) {
  await replaceAmounts(service.database.writes, networkId, [held], [facts])
  service.balances.forget(held.address)
}

/** A CAIP-10 address of a token. */
function parseToken(service: Service, text: string): { chain: Chain; asset: string } {
  const match = /^([^:]+:[^:]+):(.+)$/.exec(text)
  if (!match) throw invalid('forceUpdate', 'Expected CAIP-10 addresses such as eip155:1:0x….')
  const chain = findChain(service, match[1] ?? '')
  const asset = chain.canonicalAddress(match[2] ?? '')
  if (asset === undefined) throw invalid('forceUpdate', `"${match[2]}" is no address of ${chain.networkId}.`)
  return { chain, asset }
}
