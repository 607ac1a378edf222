import {
  accountId,
  Allowances,
  Balance,
  Explorer,
  History,
  Identities,
  OwnedCollectibles,
  PaymentRequest,
  Replace,
  RequestNetwork,
  SignTransaction,
  TokenFacts,
  type AnyToken,
} from '@latchkey/kernel/contracts'
import {
  type Clock,
  type Connection,
  ConnectorError,
  type ConnectRequest,
  type LogService,
} from '@latchkey/kernel/plugin'
import type { NotificationsService } from '@latchkey/kernel/wallet'
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
    const facts = await askForSafe(link, request.signal)
    await signOffChain(tools, link)
    return connectionOf(tools, link, facts, request)
  } catch (error) {
    link.close()
    throw error
  }
}

async function askForSafe(link: SafeLink, signal?: AbortSignal): Promise<SafeFacts> {
  const own = signal ? { signal } : {}
  const info = await link.ask('getSafeInfo', undefined, { schema: safeSchema, patience, ...own })
  const address = toChecksumAddress(info.safeAddress)
  if (address === undefined) throw invalidAddress(info.safeAddress)
  return { address, chainId: info.chainId, isReadOnly: info.isReadOnly === true }
}

interface SafeFacts {
  readonly address: string
  readonly chainId: number
  readonly isReadOnly: boolean
}

/** Facts about the Safe that is open in the host. */
function accountOf({ address, chainId, isReadOnly }: SafeFacts) {
  const networkId = `eip155:${chainId}` as const
  // Anybody can open a stranger's Safe by a link: it isn't told as the person's own.
  const kind = isReadOnly ? ('watching' as const) : ('smartAccount' as const)
  return {
    accounts: [{ id: accountId(networkId, address), namespace: 'eip155', address, kind }],
    networks: { eip155: networkId },
    approvedNetworks: { eip155: [networkId] },
  }
}

function connectionOf(
  tools: SafeTools,
  link: SafeLink,
  opened: SafeFacts,
  { onChange }: ConnectRequest,
): Connection {
  let facts = opened
  let asked = 0
  /** Whether it's another Safe than before. */
  function take(now: SafeFacts): boolean {
    if (JSON.stringify(now) === JSON.stringify(facts)) return false
    facts = now
    onChange(accountOf(now))
    return true
  }
  const owners = createOwners({ ...tools, link })
  const provider = createSafeProvider({
    ...{ link, owners },
    get address() {
      return facts.address
    },
    get chainId() {
      return facts.chainId
    },
    isStillOpen: async () => !take(await askForSafe(link)),
  })
  const isAmong = (tokens: readonly AnyToken[], { symbol }: AnyToken) =>
    tokens.some((token) => token.symbol === symbol)
  const release = () => {
    owners.stop()
    link.close()
  }
  return {
    ...accountOf(opened),
    provider: () => (facts.isReadOnly ? noWallet : provider),
    supports: (token) => (facts.isReadOnly ? isAmong(reading, token) : !isAmong(neverCan, token)),
    // The host tells nothing by itself when the person opens another Safe.
    async refresh() {
      asked += 1
      const own = asked
      const now = await askForSafe(link)
      if (own === asked) take(now)
    },
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
