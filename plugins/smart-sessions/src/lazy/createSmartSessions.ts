import type {
  ActiveWallet,
  NavigationService,
  NetworksService,
  SessionService,
  WalletsService,
} from '@latchkey/kernel/wallet'
import type { NetworkId, StorageService } from '@latchkey/kernel/plugin'
import { AccountRoute } from '@latchkey/kernel/wallet'
import { isKernelError } from '@latchkey/kernel/plugin'
import { Eip155Provider, type Eip155ClientService, type Eip1193Provider } from '@latchkey/plugin-eip155'
import { getAddress, type Hex, isAddressEqual } from 'viem'
import * as z from 'zod/mini'
import type {
  SessionRequest,
  SessionStatus,
  SmartSession,
  SmartSessionsService,
} from '../SmartSessionsService.js'
import type { WritableState } from '../smartSessions.js'
import { SmartSessionCreatedRoute } from '../routes.js'
import { permissionContracts } from '../sdk/contracts.js'
import { decodeContext, hashDelegation } from '../sdk/delegation.js'
import { readTerms } from '../sdk/terms.js'
import { readListed } from './readListed.js'
import { sessionError } from './sessionErrors.js'
import { addStored, readStored, type StoredSession } from './storedSessions.js'
import { isAsAsked, toPermissionRequest } from './toPermissionRequest.js'

export interface SmartSessionsTools {
  readonly clients: Eip155ClientService
  readonly navigation: NavigationService
  readonly networks: NetworksService
  readonly session: SessionService
  readonly storage: StorageService
  readonly wallets: WalletsService
  /** Written here alone. */
  readonly state: WritableState
}

const hex = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const dependency = z.object({ factory: address, factoryData: hex })
const answer = z.object({
  chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/)),
  context: hex.check(z.maxLength(20_000)),
  delegationManager: address,
  dependencies: z._default(z.array(dependency).check(z.maxLength(5)), []),
})
type Answer = z.infer<typeof answer>

interface Asking {
  readonly wallet: ActiveWallet
  readonly provider: Eip1193Provider
}

/** The part of the plugin that is loaded on first use. */
export function createSmartSessions(tools: SmartSessionsTools): Omit<SmartSessionsService, 'state'> {
  const { navigation, session, state } = tools
  const read = createReader(tools)
  const end = createEnding(tools, read)
  return {
    read,
    end,
    endAll: () => endAll(tools, read),
    grant: (requests) => grant(requests, tools),
    async endAllAndDisconnect() {
      await read()
      await end(state.sessions.map(({ id }) => id))
      await session.disconnect({ namespace: Eip155Provider.namespace })
      if (navigation.state.open) navigation.open(AccountRoute)
    },
  }
}

/** @throws BaseError `SESSIONS_NO_WALLET` */
function askingOf(wallets: WalletsService): Asking {
  const wallet = wallets.active(Eip155Provider.namespace)
  const provider = wallet?.provider(Eip155Provider)
  if (!wallet || !provider) throw sessionError('SESSIONS_NO_WALLET')
  return { wallet, provider }
}

function createReader(tools: SmartSessionsTools): () => Promise<void> {
  const { state, storage, wallets } = tools
  let latest = 0
  return async () => {
    latest += 1
    const own = latest
    const { wallet, provider } = askingOf(wallets)
    state.status = 'reading'
    const kept = readStored(storage).filter((one) => isSame(one.address, wallet.account.address))
    const listed = await readWalletsOwn(provider, wallet)
    const all = [...new Map([...kept, ...listed].map((one) => [one.context, one])).values()]
    const sessions = await Promise.all(all.map((one) => readListed(toSession(one), tools)))
    if (own === latest) Object.assign(state, { sessions, status: 'ready' })
  }
}

async function grant(
  requests: readonly SessionRequest[],
  { navigation, storage, wallets }: SmartSessionsTools,
): Promise<readonly SmartSession[]> {
  const { wallet, provider } = askingOf(wallets)
  const chainId = Number(wallet.networkId.split(':')[1])
  const { address: own } = wallet.account
  const params = requests.map((one) => toPermissionRequest(one, chainId, own))
  const given = await request(provider, 'wallet_requestExecutionPermissions', params)
  const parsed = z.safeParse(z.array(answer), given)
  if (!parsed.success || parsed.data.length !== requests.length) throw sessionError('SESSIONS_ANSWER_OTHER')
  const stored = parsed.data.map((one) => toStored(one, own))
  // Stored before it's compared, so that whatever the wallet gave can be ended.
  addStored(storage, stored)
  for (const [index, one] of requests.entries()) requireAsked(one, stored[index], wallet)
  if (navigation.draws(SmartSessionCreatedRoute.name)) navigation.open(SmartSessionCreatedRoute)
  return stored.map((one, index) => toSession(one, parsed.data[index]?.dependencies))
}

const ending = 'wallet_revokeExecutionPermission'

function createEnding(
  { state, storage, wallets }: SmartSessionsTools,
  read: () => Promise<void>,
): SmartSessionsService['end'] {
  const isStanding = (ids: readonly string[]) =>
    state.sessions.filter(({ id, status }) => ids.includes(id) && status !== 'ended' && status !== 'expired')
  return async (ids) => {
    const { wallet, provider } = askingOf(wallets)
    if (state.status !== 'ready') await read()
    const asked = isStanding(ids)
    if (asked.length === 0) return
    if (asked.some(({ networkId }) => networkId !== wallet.networkId)) {
      throw sessionError('SESSIONS_NETWORK_OTHER')
    }
    const contextOf = ({ permission }: SmartSession) => ({ permissionContext: permission.context })
    // A wallet no longer lists what it ended. Whether it did is read from the chain.
    addStored(
      storage,
      asked.map(({ networkId, address: giver, permission: { context, delegationManager } }) => {
        return { networkId, address: giver, context, delegationManager }
      }),
    )
    try {
      // This wallet ends all of a list at once.
      await request(provider, ending, asked.map(contextOf))
      await read()
      // Others end the first.
      for (const left of asked.length > 1 ? isStanding(ids) : []) {
        await request(provider, ending, [contextOf(left)])
      }
    } finally {
      await read()
    }
    if (isStanding(ids).length > 0) throw sessionError('SESSIONS_NOT_ENDED')
  }
}

/** Only the embedded wallet knows it. The chain shows when another wallet misunderstood the request. */
async function endAll({ state, wallets }: SmartSessionsTools, read: () => Promise<void>): Promise<void> {
  const { wallet, provider } = askingOf(wallets)
  try {
    await provider.request({ method: ending, params: [{ all: true, from: wallet.account.address }] })
  } catch (cause) {
    throw isRefusedRequest(cause) ? sessionError('SESSIONS_ALL_UNSUPPORTED', cause) : cause
  } finally {
    await read()
  }
  const isStanding = ({ networkId, status }: SmartSession & { readonly status: SessionStatus }) =>
    networkId === wallet.networkId && (status === 'active' || status === 'unknown')
  if (state.sessions.some(isStanding)) throw sessionError('SESSIONS_NOT_ENDED')
}

const isSame = (left: string, right: string) => isAddressEqual(getAddress(left), getAddress(right))

/** EIP-1193: the method isn't supported; JSON-RPC: there's no such method. */
const unsupported: readonly unknown[] = [4200, -32601]

async function request(provider: Eip1193Provider, method: string, params: unknown): Promise<unknown> {
  try {
    return await provider.request({ method, params })
  } catch (cause) {
    if (isUnsupported(cause)) throw sessionError('SESSIONS_UNSUPPORTED', cause)
    throw cause
  }
}

const codeOf = (cause: unknown): unknown => {
  const { rpcCode, code } = (cause ?? {}) as { readonly rpcCode?: unknown; readonly code?: unknown }
  return rpcCode ?? code
}

const isUnsupported = (cause: unknown): boolean =>
  isKernelError(cause, 'RPC_CALL_NOT_ALLOWED') || unsupported.includes(codeOf(cause))

/** JSON-RPC: the parameters are refused, by a wallet that ends one permission only. */
const isRefusedRequest = (cause: unknown): boolean => isUnsupported(cause) || codeOf(cause) === -32602

/** Permissions that the wallet says it gave. Many wallets list none. */
async function readWalletsOwn(
  provider: Eip1193Provider,
  wallet: ActiveWallet,
): Promise<readonly StoredSession[]> {
  const given = await provider
    .request({ method: 'wallet_getGrantedExecutionPermissions', params: [] })
    .catch(() => [])
  return (Array.isArray(given) ? (given as unknown[]) : []).slice(0, 200).flatMap((one) => {
    const read = z.safeParse(answer, one)
    if (!read.success) return []
    const stored = toStored(read.data, wallet.account.address)
    const delegator = decodeContext(stored.context)?.delegator
    // A wallet lists what it gave for each of its accounts.
    return delegator === undefined || isSame(delegator, stored.address) ? [stored] : []
  })
}

const toStored = ({ chainId, context, delegationManager }: Answer, own: string): StoredSession => ({
  networkId: `eip155:${Number(chainId)}` as NetworkId,
  address: own,
  context: context as Hex,
  delegationManager: delegationManager as Hex,
})

function toSession(stored: StoredSession, dependencies: Answer['dependencies'] = []): SmartSession {
  const { networkId, address: own, context, delegationManager } = stored
  const delegation = isSame(delegationManager, permissionContracts.delegationManager)
    ? decodeContext(context)
    : undefined
  const isOwn = delegation !== undefined && isSame(delegation.delegator, own)
  return {
    id: delegation ? hashDelegation(delegation) : context,
    networkId,
    address: own,
    terms: isOwn ? readTerms(delegation) : undefined,
    permission: {
      context,
      delegationManager,
      dependencies: dependencies as { readonly factory: Hex; readonly factoryData: Hex }[],
    },
  }
}

/** Another wallet's limits aren't known here. Where they are, they're as asked for. */
function requireAsked(request: SessionRequest, given: StoredSession | undefined, wallet: ActiveWallet): void {
  if (!given || given.networkId !== wallet.networkId) throw sessionError('SESSIONS_ANSWER_OTHER')
  const { terms } = toSession(given)
  if (terms && !isAsAsked(request, terms, getAddress(request.holder)))
    throw sessionError('SESSIONS_ANSWER_OTHER')
}
