import { type BaseError, Namespace, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'
import {
  type Holding,
  isCoinToken,
  parseAccountId,
  PaymentRequest,
  type PaymentLinkContent,
  type PaymentLinkReader,
  parseAmount,
} from '@latchkey/kernel/contracts'
import { linkError, otherNetwork } from './linkErrors.js'
import { addressRule, type SenderTools } from './SenderTools.js'

/** Characters; what is longer was not written for a person's wallet. */
const longest = 2_000

/** What a link fills in. */
export interface FilledLink {
  /** Address or name. */
  readonly to: string
  readonly token?: Holding
  /** In the smallest unit. */
  readonly amount?: bigint
}

/** It would be filled in on another network of the app. */
export interface ElsewhereLink {
  readonly networkId: NetworkId
  readonly error: BaseError
}

/** Whether a text begins as a link does: CAIP-10 accounts do, too, and are none. */
export const looksLikeLink = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\S/i.test(text) && parseAccountId(text) === undefined

/**
 * Reads a payment link by the chain's own reader, for the account and network that send. All of it is filled in, or
 * nothing.
 *
 * @param holdings What the account holds, once that is known.
 * @throws BaseError with a code of `linkErrors.ts`
 */
export async function readLink(
  tools: SenderTools,
  link: string,
  holdings: () => Promise<readonly Holding[]>,
): Promise<FilledLink | ElsewhereLink> {
  const { target } = tools.state
  const account = target && (await readShortName(tools, link))
  if (account) return elsewhere(tools, account.networkId) ?? { to: account.address }
  const found = target && readerOf(tools, link)
  if (!found || link.length > longest) throw linkError('PAYMENT_LINK_UNKNOWN')
  const content = await found.reader.read(link)
  if ('problem' in content) {
    const code = content.problem === 'invalid' ? 'PAYMENT_LINK_INVALID' : 'PAYMENT_LINK_UNSUPPORTED'
    throw linkError(code, `In the link: ${content.detail.slice(0, 300)}`)
  }
  // What a form can't carry would leave the payee unable to find the payment.
  if (content.references || content.memo !== undefined) {
    throw linkError('PAYMENT_LINK_UNSUPPORTED', 'In the link: a reference or a memo')
  }
  if (found.namespace !== target.namespace) throw linkError('PAYMENT_LINK_OTHER_KIND')
  const other = content.networkId && elsewhere(tools, content.networkId)
  if (other) return other
  if (content.token === undefined && content.amount === undefined) return { to: content.to }
  const token = findToken(tools, await holdings(), content)
  const amount = unitsOf(content, token)
  return { to: content.to, token, ...(amount === undefined ? {} : { amount }) }
}

/** @throws BaseError `PAYMENT_LINK_NETWORK_UNKNOWN` when the app doesn't list the network. */
function elsewhere({ state, networks }: SenderTools, networkId: NetworkId): ElsewhereLink | undefined {
  if (networkId === state.target?.networkId) return undefined
  const name = networks.find(networkId)?.name
  if (name === undefined) throw linkError('PAYMENT_LINK_NETWORK_UNKNOWN', `In the link: ${networkId}`)
  return { networkId, error: otherNetwork(name) }
}

/** An address behind the short name of a network (ERC-3770): `eth:0x…`. */
async function readShortName({ context, wallets }: SenderTools, text: string) {
  const end = text.indexOf(':')
  const [shortName, address] = [text.slice(0, end), text.slice(end + 1)]
  for (const { id, isAddress } of context.list(Namespace)) {
    if (!isAddress(address)) continue
    const names = await wallets.chain(id, PaymentRequest)?.links?.shortNames?.()
    const networkId = names && Object.hasOwn(names, shortName) ? names[shortName] : undefined
    if (networkId !== undefined && isAddress(address, networkId)) return { networkId, address }
  }
  return undefined
}

function readerOf(
  { context, wallets }: SenderTools,
  link: string,
): { readonly namespace: NamespaceId; readonly reader: PaymentLinkReader } | undefined {
  const scheme = link.slice(0, link.indexOf(':')).toLowerCase()
  for (const { id } of context.list(Namespace)) {
    const reader = wallets.chain(id, PaymentRequest)?.links
    if (reader?.scheme === scheme) return { namespace: id, reader }
  }
  return undefined
}

function findToken(
  tools: SenderTools,
  held: readonly Holding[],
  { token: named }: PaymentLinkContent,
): Holding {
  const { target } = tools.state
  // The token that is the coin itself is the same money.
  const isCoin = target && isCoinToken({ address: named }, tools.networks.find(target.networkId))
  const token = isCoin ? undefined : named
  const isSame = target ? addressRule(tools, target) : Object.is
  const found = held.find(({ address }) =>
    token === undefined ? address === undefined : address !== undefined && isSame(address, token),
  )
  if (!found) throw linkError('PAYMENT_LINK_TOKEN_MISSING', `In the link: ${token ?? 'the coin'}`)
  return found
}

function unitsOf({ amount }: PaymentLinkContent, token: Holding): bigint | undefined {
  if (amount === undefined) return undefined
  const units = 'units' in amount ? amount.units : parseAmount(amount.whole, token.amount.decimals)
  if (units === undefined) {
    throw linkError('PAYMENT_LINK_INVALID', 'In the link: more digits after the point than the token has')
  }
  return units
}
