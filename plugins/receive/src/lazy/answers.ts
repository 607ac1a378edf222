import { chainNotSupported, type NetworksService, type WalletsService } from '@latchkey/kernel/wallet'
import {
  type HoldingsService,
  parseAmount,
  PaymentRequest,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import type { LogService, NetworkId } from '@latchkey/kernel/plugin'
import { networkUndefined } from '../networkUndefined.js'
import type { ReceiveLink, ReceiveNetwork, ReceiveRequest, ReceiveService } from '../ReceiveService.js'
import { amountUnknown, networkUnpayable } from './receiveErrors.js'

export interface ReceiveTools {
  readonly networks: NetworksService
  readonly wallets: WalletsService
  readonly log: LogService
  readonly tokens: Readonly<Record<NetworkId, readonly TokenReference[]>>
  holdings(): HoldingsService | undefined
}

export async function listNetworks(
  tools: ReceiveTools,
  { namespace, address, kind }: Parameters<ReceiveService['networks']>[0],
): Promise<readonly ReceiveNetwork[]> {
  const active = tools.networks.active(namespace)?.id
  // Nobody can move coins that arrive on a closed network.
  const listed = tools.networks.list(namespace).filter(({ closed }) => !closed)
  const ordered = [
    ...listed.filter(({ id }) => id === active),
    ...(kind === 'smartAccount' ? [] : listed.filter(({ id }) => id !== active)),
  ]
  const found = await Promise.all(
    ordered.map(async (network): Promise<ReceiveNetwork[]> => {
      const own = await addressOn(tools, network.id, address)
      return own === undefined ? [] : [{ network, address: own }]
    }),
  )
  return found.flat()
}

export async function listTokens(
  tools: ReceiveTools,
  networkId: NetworkId,
  address: string,
): Promise<readonly TokenReference[]> {
  if (!tools.wallets.chain(networkId, PaymentRequest)?.tokens) return []
  const all = [...(tools.tokens[networkId] ?? []), ...(await readHeld(tools, networkId, address))]
  return all.filter((entry, at) => all.findIndex((other) => other.address === entry.address) === at)
}

/** The address as the network prints it in a payment request. `undefined` where the account can't be paid. */
async function addressOn(
  { wallets }: ReceiveTools,
  networkId: NetworkId,
  address: string,
): Promise<string | undefined> {
  const links = wallets.chain(networkId, PaymentRequest)
  return links ? (await links.create({ networkId, address }))?.address : address
}

/** Tokens that the account holds. */
async function readHeld(
  { holdings, log }: ReceiveTools,
  networkId: NetworkId,
  address: string,
): Promise<readonly TokenReference[]> {
  try {
    const answer = await holdings()?.read({ networkId, address })
    return (answer?.holdings ?? []).flatMap(({ address: asset, name, icon, amount }) =>
      asset === undefined
        ? []
        : {
            address: asset,
            decimals: amount.decimals,
            symbol: amount.symbol,
            name,
            ...(icon === undefined ? {} : { icon }),
          },
    )
  } catch (error) {
    // The host's tokens can be asked for in any case; who shows balances tells of the fault.
    log.debug('The tokens of the account could not be read for a payment request.', error)
    return []
  }
}

export async function createLink(
  { networks, wallets }: ReceiveTools,
  { account, networkId, amount = '', token }: ReceiveRequest,
): Promise<ReceiveLink> {
  const links = wallets.chain(networkId, PaymentRequest)
  const network = networks.find(networkId)
  if (!wallets.namespace(networkId)) throw chainNotSupported(networkId)
  // Of a network that the app doesn't list, nobody knows how many decimals its coin has.
  if (!network) throw networkUndefined(networkId)
  const asset = token ?? network.nativeCurrency
  const value = amount === '' ? 0n : parseAmount(amount, asset.decimals)
  if (value === undefined) throw amountUnknown(amount, asset.symbol, asset.decimals)
  if (!links) return { address: account.address }
  const request = { networkId, address: account.address, ...(token ? { token } : {}) }
  const link = await links.create({ ...request, ...(value ? { amount: value } : {}) })
  if (!link) throw networkUnpayable(network.name)
  const { address, uri } = link
  return uri === address || !(value || token) ? { address } : { address, uri }
}
