import {
  accountId,
  Allowances,
  Balance,
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  Explorer,
  History,
  Identities,
  type LogService,
  type NotificationsService,
  OwnedCollectibles,
  PaymentRequest,
  Replace,
  RequestNetwork,
  SignTransaction,
  TokenFacts,
  type AnyToken,
} from '@latchkey/kernel/plugin'
import { toChecksumAddress } from '@latchkey/plugin-eip155'
import * as z from 'zod/mini'
import { createOwners } from './createOwners.js'
import { createSafeLink, type SafeLink } from './createSafeLink.js'
import { createSafeProvider } from './createSafeProvider.js'
import { safeSchema } from './safeSchemas.js'

export interface SafeTools {
  readonly clock: Clock
  readonly log: LogService
  readonly notifications: NotificationsService
  /** The page that holds this one. */
  readonly origin: string
}

/** Milliseconds until the host has to say who it is. */
const patience = 10_000

/** No account of a contract can: its transactions are signed by its owners, and have no nonce of the network's. */
const neverCan: readonly AnyToken[] = [SignTransaction, Replace, RequestNetwork]
/**
 * All that can be done with a Safe that was opened to look at: what reads the chain. A list of what may be done, because a
 * capability that nobody here knows might sign.
 */
const reading: readonly AnyToken[] = [
  Allowances,
  Balance,
  Explorer,
  History,
  Identities,
  OwnedCollectibles,
  PaymentRequest,
  TokenFacts,
]

/** Stands where the provider would, for a Safe of others: nothing can be asked of its owners. */
const noWallet = Object.freeze({})

/** @throws BaseError `SAFE_NO_ANSWER`, `SAFE_REFUSED`; ConnectorError `WALLET_ANSWER_INVALID` */
export async function openSafe(tools: SafeTools, request: ConnectRequest): Promise<Connection> {
  const link = createSafeLink(tools.origin, tools.clock)
  try {
    const info = await link.ask('getSafeInfo', undefined, {
      schema: safeSchema,
      patience,
      signal: request.signal,
    })
    const address = toChecksumAddress(info.safeAddress)
    if (address === undefined) throw invalidAddress(info.safeAddress)
    await signOffChain(tools, link)
    return connectionOf(tools, link, { ...info, address })
  } catch (error) {
    link.close()
    throw error
  }
}

interface SafeFacts {
  readonly address: string
  readonly chainId: number
  readonly isReadOnly?: boolean | undefined
}

function connectionOf(
  tools: SafeTools,
  link: SafeLink,
  { address, chainId, isReadOnly }: SafeFacts,
): Connection {
  const networkId = `eip155:${chainId}` as const
  const owners = createOwners({ ...tools, link })
  const provider = createSafeProvider({ link, owners, address, chainId })
  const isAmong = (tokens: readonly AnyToken[], { symbol }: AnyToken) =>
    tokens.some((token) => token.symbol === symbol)
  // Anybody can open a stranger's Safe by a link: it isn't told as the person's own.
  const kind = isReadOnly ? 'watching' : 'smartAccount'
  const release = () => {
    owners.stop()
    link.close()
  }
  return {
    accounts: [{ id: accountId(networkId, address), namespace: 'eip155', address, kind }],
    networks: { eip155: networkId },
    approvedNetworks: { eip155: [networkId] },
    provider: () => (isReadOnly ? noWallet : provider),
    supports: (token) => (isReadOnly ? isAmong(reading, token) : !isAmong(neverCan, token)),
    async disconnect() {
      release()
    },
    release,
  }
}

/** Asks for signatures that need no transaction. A host that doesn't know the setting decides by itself. */
async function signOffChain({ log }: SafeTools, link: SafeLink): Promise<void> {
  const params = { call: 'safe_setSettings', params: [{ offChainSigning: true }] }
  await link.ask('rpcCall', params, { schema: z.unknown(), patience }).catch((error: unknown) => {
    link.signal.throwIfAborted()
    log.debug('Safe doesn’t take the setting for signatures without a transaction.', error)
  })
}

const invalidAddress = (told: string) =>
  new ConnectorError('Safe gave an address that isn’t one. Reload Safe and open this app again.', {
    code: 'WALLET_ANSWER_INVALID',
    metaMessages: [`Received: ${told}`],
  })
