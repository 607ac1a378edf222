import {
  type Holding,
  isCoinToken,
  namespaceOf,
  PaymentRequest,
  parseAmount,
  toDecimal,
} from '@latchkey/kernel/contracts'
import { Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import type { Bill } from '../bill/Bill.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import { readHoldings } from './readWays.js'

/** Characters; what is longer was not written for a person's wallet. */
const longest = 2_000

const refused = (problem: string) =>
  payError('PAY_LINK_REFUSED', { metaMessages: [`In the link: ${problem}`] })

/**
 * Reads a payment link by its chain's own reader and makes a bill of it. All of it is taken, or nothing.
 *
 * @param wanted The host's id of the bill. Default one made of the link's references and memo, else a new one.
 * @throws BaseError `PAY_LINK_REFUSED`
 */
export async function readLink(tools: PayerTools, link: string, wanted: string | undefined): Promise<Bill> {
  const scheme = link.slice(0, Math.max(0, link.indexOf(':'))).toLowerCase()
  const found = readerOf(tools, scheme)
  if (!found || link.length > longest) throw refused('no chain of the app reads it')
  const { namespace, reader } = found
  const content = await reader.read(link)
  if ('problem' in content) throw refused(content.detail.slice(0, 300))
  const wallet = tools.wallets.active(namespace.id)
  const networkId = content.networkId ?? wallet?.networkId ?? namespace.networks[0]?.id
  if (networkId === undefined || content.amount === undefined) throw refused('no amount')
  if (!namespace.isAddress(content.to, networkId)) throw refused('the receiver is no address')
  // The token that is the coin itself is the same money.
  const isCoin = isCoinToken({ address: content.token }, tools.networks.find(networkId))
  const token = isCoin ? undefined : content.token
  const asset = await readAsset(tools, networkId, token)
  const { amount } = content
  const units = 'units' in amount ? amount.units : parseAmount(amount.whole, asset.decimals)
  if (units === undefined || units <= 0n) throw refused('no amount that the asset has')
  const kind = namespace.id === 'eip155' ? 'erc20' : 'token'
  const { references, memo } = content
  const isNamed = references !== undefined && references.length > 0
  if ((isNamed || memo !== undefined) && namespace.id !== 'solana') {
    throw refused('references or a memo, which no transfer there carries')
  }
  const title = [content.label, content.message].filter(Boolean).join(': ').slice(0, 200)
  return {
    // References belong to one payment: the same link, opened twice, is the same bill.
    id: wanted ?? (isNamed ? await idOf(references, memo) : crypto.randomUUID()),
    ...(isNamed ? { reference: [...references] } : {}),
    ...(memo === undefined ? {} : { memo }),
    ...(title === '' ? {} : { title }),
    asset: token === undefined ? networkId : `${networkId}/${kind}:${token}`,
    amount: toDecimal(units, asset.decimals),
    decimals: asset.decimals,
    symbol: asset.symbol,
    receiver: content.to,
    createdAt: tools.clock.now(),
  }
}

/** All of them count: a shop may have one reference for all that it sells. */
async function idOf(references: readonly string[], memo: string | undefined): Promise<string> {
  const text = JSON.stringify([[...references].sort(), memo ?? null])
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readerOf({ context, wallets }: PayerTools, scheme: string) {
  for (const namespace of context.list(Namespace)) {
    const reader = wallets.chain(namespace.id, PaymentRequest)?.links
    if (reader?.scheme === scheme) return { namespace, reader }
  }
  return undefined
}

async function readAsset(tools: PayerTools, networkId: NetworkId, token: string | undefined) {
  if (token === undefined) {
    const coin = tools.networks.find(networkId)?.nativeCurrency
    if (!coin) throw refused(`the app doesn't list ${networkId}`)
    return coin
  }
  const wallet = tools.wallets.active(namespaceOf(networkId))
  const held = wallet ? await readHoldings(tools, networkId, wallet.account.address) : []
  const isSame = wallet?.contribution.isSameAddress ?? Object.is
  const found = held.find(({ address }: Holding) => address !== undefined && isSame(address, token))
  if (!found) throw refused(`the account holds none of ${token}`)
  return found.amount
}
