import { formatUnits } from 'viem'
import * as z from 'zod/mini'
import type { Chain } from '../chains/chain.js'
import { shownOf } from '../chains/multiplier.js'
import type { Bytes, PassingAnswer } from '../http/answerCache.js'
import { list, readQuery } from '../http/parameters.js'
import { invalid, unavailable } from '../http/serviceError.js'
import { toMoneyUnits, worthOf } from '../prices/decimals.js'
import { type Currency, currencies } from '../prices/priceTable.js'
import type { Service } from '../service.js'
import { readHoldings, type TokenHolding } from '../store/readHoldings.js'
import { type AskedAccount, findAccount, findChain } from './account.js'
import { isNativePlaceholder } from './nativePlaceholder.js'
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
    await service.quota.charge(
      project,
      account.chains.map(({ networkId }) => networkId),
    )
    if (!forceUpdate?.length) return jsonText(await answer(service, account, currency))
    const named = await readNamed(service, account, forceUpdate)
    const [coins, tokens] = await Promise.all([
      readCoins(service, account, currency),
      readTokens(service, account, currency, named),
    ])
    return jsonText(joined(Buffer.from(coins), Buffer.from(textOf(tokens))))
  },
}

/** Coins first, then tokens. Tokens change with blocks only; coins also with what waits to be in one. */
async function answer(
  service: Service,
  { address, chains }: AskedAccount,
  currency: Currency,
): Promise<Bytes> {
  const question = `${chains.map(({ networkId }) => networkId).join(',')} ${currency}`
  const [coins, tokens] = await Promise.all([
    service.coins.get(address, question, () => readCoins(service, { address, chains }, currency)),
    service.tokens.get(address, question, () => readTokens(service, { address, chains }, currency)),
  ])
  return joined(coins, tokens)
}

const opening = Buffer.from('{"balances":[')
const comma = Buffer.from(',')
const closing = Buffer.from(']}')

const joined = (coins: Uint8Array, tokens: Uint8Array): Bytes => {
  const between = coins.length > 0 && tokens.length > 0 ? [comma] : []
  return Buffer.concat([opening, coins, ...between, tokens, closing])
}

async function readCoins(
  service: Service,
  { address, chains }: AskedAccount,
  currency: Currency,
): Promise<string> {
  const coins = chains.map(async (chain) => {
    const amount = await readNative(chain, address)
    return describe(
      service,
      chain,
      { networkId: chain.networkId, asset: '', ...chain.native, amount },
      currency,
    )
  })
  return listOf(await Promise.all(coins))
}

/** @param named tokens that were just read on the chain, which know better than the index */
async function readTokens(
  service: Service,
  { address, chains }: AskedAccount,
  currency: Currency,
  named: readonly TokenHolding[] = [],
): Promise<string | PassingAnswer> {
  const networkIds = chains.map(({ networkId }) => networkId)
  const held = new Map<string, TokenHolding>()
  const indexed = await readHoldings(service.recent.readsOf(address), address, networkIds)
  for (const token of [...indexed, ...named]) {
    held.set(`${token.networkId} ${token.asset}`, token)
  }
  const read = await Promise.all(
    chains.map(async (chain) => {
      // A token that is the coin was told with the coins.
      const isOwn = ({ networkId, asset }: TokenHolding) =>
        networkId === chain.networkId && asset !== chain.coinToken
      const own = [...held.values()].filter(isOwn)
      const multipliers = await service.multipliers.read(
        chain,
        own.map(({ asset }) => asset),
      )
      const described = own.map(({ amount, ...token }) =>
        describe(
          service,
          chain,
          { ...token, amount: shownOf(amount, multipliers.get(token.asset)), moved: amount },
          currency,
        ),
      )
      return { described, isPassing: multipliers.size > 0 }
    }),
  )
  const tokens = read.flatMap(({ described }) => described)
  const text = listOf(tokens.sort((left, right) => compare(right.worth, left.worth)))
  // A multiplier changes without a block that would have the answer forgotten.
  return read.some(({ isPassing }) => isPassing) ? { text, isPassing: true } : text
}

const textOf = (answer: string | PassingAnswer) => (typeof answer === 'string' ? answer : answer.text)

const compare = (left: bigint, right: bigint) => (left < right ? -1 : left > right ? 1 : 0)

const listOf = (described: readonly { readonly entry: unknown }[]) =>
  described.map(({ entry }) => JSON.stringify(entry)).join(',')

function readNative(chain: Chain, address: string): Promise<bigint> {
  return chain.nativeBalance(address).catch((cause) => {
    throw unavailable(`The balance on ${chain.networkId}`, cause)
  })
}

interface ShownHolding extends TokenHolding {
  /** The amount that the chain moves. @default `amount` */
  readonly moved?: bigint
}

function describe(service: Service, chain: Chain, token: ShownHolding, currency: Currency) {
  const { networkId, asset, decimals, amount, moved = amount } = token
  const declared = service.prices.declared(networkId, asset)
  const price = service.prices.priceOf(networkId, asset, currency)
  const worth = price === undefined ? undefined : worthOf(amount, decimals, price)
  const units = worth === undefined ? 0n : toMoneyUnits(worth)
  const entry = {
    name: declared?.name ?? token.name,
    symbol: declared?.symbol ?? token.symbol,
    chainId: networkId,
    ...(asset === '' ? {} : { address: `${networkId}:${chain.formatAddress(asset)}` }),
    // Numbers are the contract's form of money; what is computed with is `quantity.numeric`, which is exact.
    ...(worth === undefined ? {} : { value: Number(worth) }),
    price: price === undefined ? 0 : Number(price),
    quantity: {
      decimals: String(decimals),
      numeric: formatUnits(amount, decimals),
      ...(moved === amount ? {} : { moved: formatUnits(moved, decimals) }),
    },
    iconUrl: declared?.iconUrl ?? '',
  }
  return { entry, worth: units }
}

/** Reads the named tokens on the chain. The index is left to the blocks, which may still be taken back. */
async function readNamed(
  service: Service,
  { address, chains }: AskedAccount,
  tokens: readonly string[],
): Promise<readonly TokenHolding[]> {
  const named = tokens.map((text) => ({ text, ...parseToken(service, text) }))
  const reading = named.map(async ({ text, chain, asset }): Promise<readonly TokenHolding[]> => {
    if (isNativePlaceholder(asset) || asset === chain.coinToken) return []
    if (!chains.includes(chain) || !chain.readToken) {
      throw invalid('forceUpdate', `Tokens of ${chain.networkId} cannot be read again for this account.`)
    }
    const token = await chain.readToken({ address, asset, tokenId: '' }).catch((cause) => {
      throw unavailable(`The token ${text}`, cause)
    })
    if (!token) throw invalid('forceUpdate', `${text} does not answer as a token.`)
    const { name, symbol, decimals } = token.facts
    return [{ networkId: chain.networkId, asset, name, symbol, decimals, amount: token.amount }]
  })
  return (await Promise.all(reading)).flat()
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
