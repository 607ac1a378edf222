import { hexToNumber, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { createNodeRequest } from '../nodeClient.js'
import { ChainIdParam, parseParams } from '../params.js'
import { rpcErrors } from '../providerRpcError.js'
import type { MethodTable } from '../walletContext.js'

const SwitchParams = z.tuple([z.object({ chainId: ChainIdParam })])
const AddParams = z.tuple([
  z.object({
    chainId: ChainIdParam,
    chainName: z.string().check(z.minLength(1), z.maxLength(100)),
    nativeCurrency: z.object({
      name: z.string().check(z.minLength(1)),
      symbol: z.string().check(z.minLength(1), z.maxLength(11)),
      decimals: z.int().check(z.gte(0), z.lte(36)),
    }),
    rpcUrls: z.array(z.string()).check(z.minLength(1)),
    blockExplorerUrls: z.optional(z.nullable(z.array(z.string()))),
    iconUrls: z.optional(z.array(z.string())),
  }),
])
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** EIP-3085 and EIP-3326. Adding a chain does not switch to it. */
export const chainMethods: MethodTable = {
  eth_chainId: ({ state }) => numberToHex(state.chainId),
  net_version: ({ state }) => String(state.chainId),

  async wallet_switchEthereumChain({ state, approvals }, params) {
    const method = 'wallet_switchEthereumChain'
    const [{ chainId: hex }] = parseParams(method, SwitchParams, params)
    const chainId = hexToNumber(hex)
    const chain = state.chain(chainId)
    if (!chain) throw rpcErrors.unknownChain(chainId)
    if (chainId === state.chainId) return null
    const value = chain.name ?? String(chainId)
    await approvals.ask({ method, title: 'switch to this network', details: [{ label: 'Network', value }] })
    state.switchChain(chainId)
    return null
  },

  async wallet_addEthereumChain({ state, approvals }, params) {
    const method = 'wallet_addEthereumChain'
    const [chain] = parseParams(method, AddParams, params)
    const chainId = hexToNumber(chain.chainId)
    for (const url of [...chain.rpcUrls, ...(chain.blockExplorerUrls ?? []), ...(chain.iconUrls ?? [])]) {
      if (!isSecureUrl(url)) throw rpcErrors.invalidParams(method, `"${url}" is not an https URL`)
    }
    if (state.chain(chainId)) return null
    const [rpcUrl] = chain.rpcUrls
    if (!rpcUrl) throw rpcErrors.invalidParams(method, 'rpcUrls is empty')
    const actual = await createNodeRequest(chainId, rpcUrl)('eth_chainId', [])
    if (typeof actual !== 'string' || Number(actual) !== chainId) {
      throw rpcErrors.invalidParams(method, `the node at ${rpcUrl} says its chain is ${String(actual)}`)
    }
    await approvals.ask({
      method,
      title: 'add this network',
      details: [
        { label: 'Network', value: chain.chainName },
        { label: 'Chain id', value: String(chainId) },
        { label: 'Node', value: rpcUrl },
      ],
    })
    state.addChain({ chainId, rpcUrl, name: chain.chainName, symbol: chain.nativeCurrency.symbol })
    return null
  },
}

/** EIP-3085 wants https; loopback is let through because local chains have no certificate. */
function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}
