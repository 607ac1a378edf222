import { untilAborted } from '@latchkey/kernel/chain'
import { BaseError, isKernelError, lazy, type NetworkId } from '@latchkey/kernel/plugin'
import type { Identity, IdentityCapability } from '@latchkey/kernel/contracts'
import { type Address, BaseError as ViemError, toCoinType } from 'viem'
import { getEnsAddress, getEnsName, getEnsText } from 'viem/ens'
import { isSameAddress, toChecksumAddress } from '../address.js'
import type { CapabilityTools } from '../capabilities.js'
import type { ClientOptions, EvmClient } from '../clients.js'
import { nameRoot } from '../nameRoot.js'
import { nodeError } from './nodeError.js'
import { createOffchainLookup, isPublicHost } from './offchainLookup.js'
import { safeAvatar } from './safeAvatar.js'

/** ENSIP-9 number of Ethereum's own addresses. */
const mainCoinType = 60n
const nameLimit = 255
/** Selector of `OffchainLookup` (EIP-3668). */
const offchainLookup = '0x556f1830'

interface Root {
  readonly networkId: NetworkId
  readonly coinType: bigint
}

/** Names of ENS, through the universal resolver of the network itself or of Ethereum. */
export function createIdentities({ clients, networks, options, log }: CapabilityTools): IdentityCapability {
  const names = lazy('The tables for names', () => import('./normalizeName.js'))

  /** Where names of a network's addresses are kept, and the record that holds them (ENSIP-11, ENSIP-19). */
  function rootOf(networkId: NetworkId): Root | undefined {
    const own = networks.get(networkId)?.chain
    const root = nameRoot(networks, networkId)
    if (!own || !root) return undefined
    return { networkId: root, coinType: root === networkId ? mainCoinType : toCoinType(own.id) }
  }

  async function read<T>(
    request: { networkId: NetworkId; signal?: AbortSignal },
    fallback: T,
    work: (client: EvmClient, coinType: bigint) => Promise<T>,
  ): Promise<T> {
    const root = rootOf(request.networkId)
    request.signal?.throwIfAborted()
    if (!root) return fallback
    const client = await clients.client(root.networkId)
    const network = networks.get(root.networkId)?.network.name ?? root.networkId
    const { offchainNames = true } = options
    const own = offchainNames === false ? client : followingGateways(client, offchainNames, request.signal)
    const reading = work(own, root.coinType).catch((error: unknown) => {
      throw ownError(error) ?? (isOffchain(error) ? offchain() : nodeError(error, network))
    })
    return untilAborted(request.signal, reading)
  }

  async function lookup(client: EvmClient, coinType: bigint, address: Address): Promise<Identity> {
    const name = await getEnsName(client, { address, coinType })
    if (name === null || name.length > nameLimit) return {}
    // What is not in normal form may look like another name.
    if ((await names()).normalizeName(name) !== name) return {}
    const owner = await forward(client, name, coinType)
    if (owner === undefined || !isSameAddress(owner, address)) return {}
    const avatar = await avatarOf(client, name, { options, log })
    return avatar === undefined ? { name } : { name, avatar }
  }

  return {
    async lookup({ address, ...request }) {
      const checked = toChecksumAddress(address)
      if (checked === undefined) return {}
      try {
        return await read<Identity>(request, {}, (client, coinType) => lookup(client, coinType, checked))
      } catch (error) {
        if ((error as BaseError).code === 'NAME_OFFCHAIN') return {}
        throw error
      }
    },
    async resolve({ name, ...request }) {
      const text = name.trim()
      if (!text.includes('.') || text.length > nameLimit || !rootOf(request.networkId)) return undefined
      const normalized = (await names()).normalizeName(text)
      if (normalized === undefined) throw invalidName()
      return read(request, undefined, (client, coinType) => forward(client, normalized, coinType))
    },
  }
}

async function forward(client: EvmClient, name: string, coinType: bigint): Promise<string | undefined> {
  const record = coinType === mainCoinType ? {} : { coinType }
  const address = await getEnsAddress(client, { name, ...record })
  return toChecksumAddress(address)
}

async function avatarOf(
  client: EvmClient,
  name: string,
  { options, log }: Pick<CapabilityTools, 'options' | 'log'>,
): Promise<string | undefined> {
  const record = await getEnsText(client, { name, key: 'avatar' }).catch((error: unknown) => {
    log.debug(`The avatar of "${name}" could not be read.`, error)
    return null
  })
  return record === null ? undefined : safeAvatar(record, options)
}

const followingGateways = (
  client: EvmClient,
  allowed: Exclude<ClientOptions['offchainNames'], false | undefined>,
  signal: AbortSignal | undefined,
): EvmClient => ({
  ...client,
  ccipRead: { request: createOffchainLookup(allowed === true ? isPublicHost : allowed, signal) },
})

/** What following a name's gateways ended with, from under what viem says about it. */
const ownError = (error: unknown): unknown => (error instanceof ViemError ? error.walk(isKernelError) : null)

function isOffchain(error: unknown): boolean {
  if (!(error instanceof ViemError)) return false
  const found = error.walk((cause) => {
    const { data, raw, signature } = cause as { data?: unknown; raw?: unknown; signature?: unknown }
    return [data, raw, signature].some(
      (value) => typeof value === 'string' && value.startsWith(offchainLookup),
    )
  })
  return found !== null
}

function offchain(): BaseError {
  return new BaseError('This name is kept outside the chain, and this app does not look there.', {
    code: 'NAME_OFFCHAIN',
    metaMessages: ['Remove `offchainNames: false` from eip155() to ask the servers that names point to.'],
  })
}

function invalidName(): BaseError {
  return new BaseError('This is not a valid name.', { code: 'NAME_INVALID' })
}
