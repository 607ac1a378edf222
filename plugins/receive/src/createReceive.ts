import {
  chainNotSupported,
  parseAmount,
  type LogService,
  networkUndefined,
  type NetworkId,
  type NetworksService,
  PaymentRequest,
  type TokenReference,
  type WalletsService,
} from '@latchkey/kernel/plugin'
import type { HoldingsService } from '@latchkey/kernel/plugin'
import { proxy } from 'valtio/vanilla'
import { amountUnknown, networkUnpayable } from './receiveErrors.js'
import type { ReceiveNetwork, ReceiveService, ReceiveState } from './ReceiveService.js'

export interface ReceiveTools {
  readonly networks: NetworksService
  readonly wallets: WalletsService
  readonly log: LogService
  readonly tokens: Readonly<Record<NetworkId, readonly TokenReference[]>>
  holdings(): HoldingsService | undefined
}

const nothing = { networkId: undefined, amount: '', token: undefined }

export function createReceive(tools: ReceiveTools): ReceiveService & { reset(): void } {
  const { networks, wallets } = tools
  const state = proxy<{ -readonly [key in keyof ReceiveState]: ReceiveState[key] }>({ ...nothing })
  let taken: unknown

  const linksOf = (networkId: NetworkId) => wallets.chain(networkId, PaymentRequest)

  return {
    state,
    reset() {
      taken = undefined
      Object.assign(state, nothing)
    },
    setNetwork(networkId) {
      if (networkId === state.networkId) return
      Object.assign(state, { ...nothing, networkId, amount: state.amount })
    },
    setAmount(amount) {
      state.amount = amount
    },
    setToken(networkId, token) {
      Object.assign(state, { networkId, token })
      // What was typed for an asset with more decimals may not exist in this one.
      if (token) state.amount = cut(state.amount, token.decimals)
    },
    take(params) {
      if (!params || params === taken) return
      taken = params
      const { networkId, amount = '', token } = params
      Object.assign(state, { networkId, amount, token })
    },
    offers(networkId) {
      const { amounts = false, tokens = false } = linksOf(networkId) ?? {}
      return { amounts, tokens }
    },
    async networks({ namespace, address, kind }) {
      const active = networks.active(namespace)?.id
      const listed = networks.list(namespace)
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
    },
    async tokens(networkId, address) {
      if (!linksOf(networkId)?.tokens) return []
      const all = [...(tools.tokens[networkId] ?? []), ...(await readHeld(tools, networkId, address))]
      return all.filter((entry, at) => all.findIndex((other) => other.address === entry.address) === at)
    },
    link: (asked) => createLink(tools, asked),
  }
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

async function createLink(
  { networks, wallets }: ReceiveTools,
  { account, networkId, amount = '', token }: Parameters<ReceiveService['link']>[0],
): ReturnType<ReceiveService['link']> {
  const links = wallets.chain(networkId, PaymentRequest)
  const network = networks.find(networkId)
  if (!wallets.namespace(networkId)) throw chainNotSupported(networkId)
  // What is not listed has no decimals to count an amount in.
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

/** The decimal string with at most so many digits after the point. */
function cut(amount: string, decimals: number): string {
  const [whole = '', fraction] = amount.split('.')
  return fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
