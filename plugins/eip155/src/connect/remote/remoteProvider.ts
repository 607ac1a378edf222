import { type HttpService, type LogService, type NetworkId, parse } from '@latchkey/kernel/plugin'
import type { RemoteAdapter, RemoteSession } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import { createCapabilityReader } from './capabilityReader.js'
import { createListeners, type Listener } from './createListeners.js'
import { readFromNode } from './readFromNode.js'

/** EIP-1193 over the session. */
export interface SessionEip1193Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

const callsSchema = z.tuple([z.looseObject({ chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)) })])
const switchSchema = z.tuple([z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i)) })])

/** Only a wallet can answer these; without its approval no node is asked either. */
const walletOnly = /^(wallet_|personal_|eth_sign|eth_sendTransaction$)/

export interface RemoteTools {
  readonly http: HttpService
  readonly log: LogService
}

/** EVM networks over a session, as an EIP-1193 provider. */
export const remoteAdapter = (tools: RemoteTools): RemoteAdapter => ({
  createProvider: (session) => createProvider(session, tools),
})

/**
 * Wallet methods go to the wallet, what the session knows is returned from here, and reads go to the app's own node, never
 * to one that the wallet or the relay named.
 */
function createProvider(session: RemoteSession, tools: RemoteTools): SessionEip1193Provider {
  const { emit, on, removeListener } = createListeners(tools.log)
  const networkId = () => session.networkId()
  const accounts = () => session.accounts().map(({ address }) => address)
  const isApproved = (method: string) => session.methods().includes(method)
  const chainId = () => `0x${Number(networkId().split(':')[1]).toString(16)}`

  let known = { accounts: accounts().join(), chainId: chainId() }
  session.subscribe((ended) => {
    if (ended) return emit('disconnect', ended)
    if (session.networkIds().length === 0) return
    const now = { accounts: accounts().join(), chainId: chainId() }
    const before = known
    known = now
    if (now.chainId !== before.chainId) emit('chainChanged', now.chainId)
    if (now.accounts !== before.accounts) emit('accountsChanged', accounts())
  })

  const readCapabilities = createCapabilityReader({
    properties: session.properties,
    accounts,
    ask: (params) => session.request({ method: 'wallet_getCapabilities', params }),
  })

  return {
    async request({ method, params = [] }) {
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return accounts()
        case 'eth_chainId':
          return chainId()
        case 'net_version':
          return networkId().split(':')[1]
        case 'wallet_getCapabilities':
          return readCapabilities(params)
        case 'wallet_switchEthereumChain': {
          const [{ chainId: wanted }] = parse(switchSchema, params, 'The network to switch to')
          await session.switchNetwork(`eip155:${Number(wanted)}`)
          return null
        }
      }
      if (isApproved(method)) {
        return session.request(
          { method, params },
          method === 'wallet_sendCalls' ? (networkOfCalls(params) ?? networkId()) : networkId(),
        )
      }
      if (walletOnly.test(method)) return session.request({ method, params })
      return readFromNode(session, tools.http, method, params)
    },
    on,
    removeListener,
  }
}

/** Calls name their own network, which need not be the current one; a wallet refuses a request that names two. */
function networkOfCalls(params: unknown): NetworkId | undefined {
  const named = callsSchema.safeParse(params)
  return named.success ? `eip155:${Number(named.data[0].chainId)}` : undefined
}
