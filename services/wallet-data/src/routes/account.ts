import type { Chain } from '../chains/chain.js'
import { invalid } from '../http/serviceError.js'
import type { Service } from '../service.js'

/** The account a request is about. */
export interface AskedAccount {
  /** Canonical. */
  readonly address: string
  readonly chains: readonly Chain[]
}

const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** The account on the network that is named, else on every network that knows addresses of its form. */
export function findAccount(service: Service, text: string, chainId: string | undefined): AskedAccount {
  const chains = chainId === undefined ? service.chains : [findChain(service, chainId)]
  const matching = chains.flatMap((chain) => {
    const address = chain.canonicalAddress(text)
    return address === undefined ? [] : [{ chain, address }]
  })
  const [first] = matching
  if (!first) {
    const where = chainId === undefined ? 'any network of this service' : chainId
    throw invalid('address', `This is no address of ${where}.`)
  }
  const same = matching.filter(({ chain }) => chain.namespace === first.chain.namespace)
  return { address: first.address, chains: same.map(({ chain }) => chain) }
}

export function findChain(service: Service, chainId: string): Chain {
  if (!caip2.test(chainId)) throw invalid('chainId', 'Expected a CAIP-2 id such as eip155:1.')
  const chain = service.chains.find(({ networkId }) => networkId === chainId)
  if (chain) return chain
  const known = service.chains.map(({ networkId }) => networkId).join(', ')
  throw invalid('chainId', `The network is not served. Choose one of: ${known}.`)
}
