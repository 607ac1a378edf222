import { rpcErrorFrom } from '@latchkey/kernel/chain'
import {
  type HttpService,
  type LogService,
  type NetworkId,
  parse,
  type RemoteAdapter,
  type RemoteSession,
} from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { createCapabilityReader } from './capabilityReader.js'

type Listener = (payload: unknown) => void

/** EIP-1193 over the session. */
export interface SessionEip1193Provider {
  request(request: { readonly method: string; readonly params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

const answerSchema = z.object({
  result: z.optional(z.unknown()),
  error: z.optional(z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) })),
})
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
 * Wallet methods go to the wallet, what the session knows is answered here, and reads go to the app's own node: never to
 * one that somebody else named.
 */
function createProvider(session: RemoteSession, tools: RemoteTools): SessionEip1193Provider {
  const listeners = new Map<string, Set<Listener>>()
  const networkId = () => session.networkId()
  const accounts = () => session.accounts().map(({ address }) => address)
  const isApproved = (method: string) => session.methods().includes(method)
  const chainId = () => `0x${Number(networkId().split(':')[1]).toString(16)}`

  function emit(event: string, payload: unknown): void {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(payload)
      } catch (error) {
        tools.log.warn(`A listener of "${event}" failed.`, error)
      }
    }
  }

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

  async function readFromNode(method: string, params: unknown): Promise<unknown> {
    const url = session.rpcUrls[networkId()]
    // Neither the wallet nor a node can be asked: the session says so.
    if (url === undefined) return session.request({ method, params })
    const answer = await tools.http.request({
      url,
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method, params },
      schema: answerSchema,
      what: 'The node',
    })
    if (answer.error) throw rpcErrorFrom(answer.error)
    return answer.result
  }

  const readCapabilities = createCapabilityReader({
    properties: session.properties,
    accounts,
    ask: (params) => session.request({ method: 'wallet_getCapabilities', params }),
  })

  /** Calls name their own network, which need not be the current one; a wallet refuses a request that says two. */
  function networkOfCalls(params: unknown): NetworkId {
    const named = callsSchema.safeParse(params)
    return named.success ? `eip155:${Number(named.data[0].chainId)}` : networkId()
  }

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
          method === 'wallet_sendCalls' ? networkOfCalls(params) : networkId(),
        )
      }
      if (walletOnly.test(method)) return session.request({ method, params })
      return readFromNode(method, params)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}
