import {
  accountId,
  Calls,
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
  type NotificationsService,
  Replace,
  RequestNetwork,
  Send,
  SignMessage,
  SignTransaction,
  type AnyToken,
} from '@latchkey/kernel/plugin'
import { SignTypedData, toChecksumAddress } from '@latchkey/plugin-eip155'
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
/** What an owner alone may ask for. */
const ofOwners: readonly AnyToken[] = [Calls, Send, SignMessage, SignTypedData]

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
  const refused = isReadOnly ? [...neverCan, ...ofOwners] : neverCan
  const release = () => {
    owners.stop()
    link.close()
  }
  return {
    accounts: [{ id: accountId(networkId, address), namespace: 'eip155', address, kind: 'smartAccount' }],
    networks: { eip155: networkId },
    approvedNetworks: { eip155: [networkId] },
    provider: () => provider,
    supports: ({ symbol }) => !refused.some((token) => token.symbol === symbol),
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
