import { type NetworkId, parse } from '@latchkey/kernel/plugin'
import { rpcErrorFrom } from '@latchkey/kernel/chain'
import * as z from 'zod/mini'
import { methodNotApproved, networkNotApproved, sessionEnded } from '../../sessionErrors.js'
import type { SessionAccess } from '../sessionConnection.js'
import { createCapabilityReader } from './capabilityReader.js'
import type { ProviderTools } from './createProvider.js'

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

/**
 * Wallet methods go to the wallet, what the session knows is answered here, and reads go to the app's own node: never to
 * a node of the client library's maker.
 */
export function createEip155Provider(session: SessionAccess, tools: ProviderTools): SessionEip1193Provider {
  const listeners = new Map<string, Set<Listener>>()

  const networkId = (): NetworkId => {
    const current = session.view().networks['eip155']
    if (!current) throw networkNotApproved('eip155')
    return current
  }
  const accounts = () =>
    session.view().accounts.flatMap(({ namespace, address }) => (namespace === 'eip155' ? [address] : []))
  const isApproved = (method: string) =>
    session.view().approved.namespaces['eip155']?.methods.includes(method) === true
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
    if (ended) return emit('disconnect', sessionEnded())
    if (!session.view().networks['eip155']) return
    const now = { accounts: accounts().join(), chainId: chainId() }
    const before = known
    known = now
    if (now.chainId !== before.chainId) emit('chainChanged', now.chainId)
    if (now.accounts !== before.accounts) emit('accountsChanged', accounts())
  })

  async function readFromNode(method: string, params: unknown): Promise<unknown> {
    const url = tools.rpcUrls[networkId()]
    if (url === undefined) throw methodNotApproved(method)
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
    canAsk: () => isApproved('wallet_getCapabilities'),
    ask: (params) => session.ask(networkId(), 'wallet_getCapabilities', params),
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
        return session.ask(
          method === 'wallet_sendCalls' ? networkOfCalls(params) : networkId(),
          method,
          params,
        )
      }
      if (walletOnly.test(method)) throw methodNotApproved(method)
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
