import { nodeErrorFrom } from '@latchkey/kernel/chain'
import type { HttpService, NetworkId } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { classifyRpc } from '../protocol/rpcPolicy.js'
import { type AnnouncedLogin, hear, logIn, takenUp } from './announcedLogin.js'
import { createProviderEvents } from './createProviderEvents.js'
import { createProviderRpcError } from './createProviderRpcError.js'
import { isAllowed } from './guardProvider.js'
import { lowerAddresses } from './lowerAddresses.js'
import { namesAccounts } from './permissions.js'
import { readRpcRequest } from './readRpcRequest.js'
import { toProviderRpcError } from './toProviderRpcError.js'
import { walletName } from './walletName.js'
import { walletIcon as icon } from './walletPicture.js'

export interface AnnounceOptions extends AnnouncedLogin {
  readonly http: HttpService
  /** The network that is told of before anyone logged in, with the app's node. */
  readonly firstNetwork: () => FirstNetwork | undefined
}

interface FirstNetwork {
  readonly id: NetworkId
  readonly rpcUrls: readonly string[]
}

/**
 * Announces the wallet to everything on the page that looks for EIP-6963 wallets, before and after a login. Asking for
 * accounts opens the Connect view; errors carry the numbers of EIP-1193, EIP-1474 and EIP-5792.
 */
export function announceProvider(options: AnnounceOptions): void {
  const { current, firstNetwork, signal } = options
  const chainId = () => chainIdOf(firstNetwork()?.id)
  const { on, removeListener, follow } = createProviderEvents(chainId)

  async function request(given: unknown): Promise<unknown> {
    try {
      const asked = readRpcRequest(given)
      if (!current.provider) await takenUp(options)
      if (!current.provider && asksForAccounts(asked.method, asked.params)) {
        await logIn(options)
      }
      if (!current.provider) return await readLoggedOut(options, asked)
      const answer = await current.provider.request(asked)
      return ofAccounts.has(asked.method) ? lowerAddresses(answer) : answer
    } catch (error) {
      throw toProviderRpcError(error)
    }
  }

  const provider = makeProvider({ request, on, removeListener })
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: walletName,
    icon,
    rdns: 'dev.latchkey.email',
  })
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce, { signal })
  const stop = hear(current, () => follow(current.provider))
  signal.addEventListener('abort', stop, { once: true })
  follow(current.provider)
  announce()
}

/**
 * What is ours can't be replaced by other scripts of the page. The object itself stays open: apps put fields of their own on
 * providers, and a frozen one would throw in their faces.
 */
function makeProvider(members: object): object {
  // As other wallets name themselves. Our own discovery leaves it alone: the email field is its entry.
  const all = Object.entries({ ...members, isLatchkey: true })
  const own = all.map(([name, value]) => [name, { value, enumerable: true }])
  return Object.defineProperties({}, Object.fromEntries(own))
}

/** Methods that tell of the account. */
const ofAccounts: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_requestAccounts',
  'wallet_getPermissions',
  'wallet_requestPermissions',
])

const asksForAccounts = (method: string, params: unknown) =>
  method === 'eth_requestAccounts' || (method === 'wallet_requestPermissions' && namesAccounts(params))

/** What is known without a login: the first network of the app, and what its node says. */
async function readLoggedOut(
  { firstNetwork, http }: AnnounceOptions,
  { method, params = [] }: { readonly method: string; readonly params?: unknown },
): Promise<unknown> {
  const network = firstNetwork()
  if (method === 'eth_accounts' || method === 'wallet_getPermissions') return []
  if (method === 'eth_chainId') return chainIdOf(network?.id)
  if (method === 'net_version') return String(Number(chainIdOf(network?.id)))
  if (!isAllowed(method)) throw createProviderRpcError(4200, 'This wallet does not have this method.')
  const url = network?.rpcUrls.find((candidate) => /^https?:/.test(candidate))
  if (url === undefined || !method.startsWith('eth_') || classifyRpc(method) !== 'safe') {
    throw createProviderRpcError(4100, 'Log in by email first.')
  }
  const body = { jsonrpc: '2.0', id: 1, method, params }
  const answer = await http.request({ url, method: 'POST', body, schema: nodeAnswer, what: 'The node' })
  if (answer.error) throw nodeErrorFrom(answer.error)
  return answer.result
}

const nodeAnswer = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})

const chainIdOf = (id: NetworkId | undefined) => `0x${Number(id?.split(':')[1] ?? 1).toString(16)}`
