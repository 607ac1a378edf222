import { accountId, type NamespaceId, type NetworkId } from '../contracts/caip.js'
import type { Network } from '../contracts/network.js'
import type { Account } from '../contracts/points/connector.js'
import type { NamespaceContribution } from '../contracts/points/namespace.js'

/** A network that passes every check, named after its id. */
export function fakeNetwork(id: NetworkId, overrides: Partial<Network> = {}): Network {
  return {
    id,
    namespace: id.slice(0, id.indexOf(':')),
    name: `Network ${id}`,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1/'],
    ...overrides,
  }
}

/** A namespace whose addresses are any letters and digits, compared without regard to case. */
export function fakeNamespace(
  id: NamespaceId,
  references: readonly string[] = ['1', '2'],
  overrides: Partial<NamespaceContribution> = {},
): NamespaceContribution {
  return {
    id,
    label: `Chains of ${id}`,
    networks: references.map((reference) => fakeNetwork(`${id}:${reference}`)),
    isAddress: (value) => /^[a-z0-9]+$/i.test(value),
    isSameAddress: (left, right) => left.toLowerCase() === right.toLowerCase(),
    capabilities: [],
    ...overrides,
  }
}

export function fakeAccount(
  networkId: NetworkId,
  address: string,
  overrides: Partial<Account> = {},
): Account {
  return {
    id: accountId(networkId, address),
    namespace: networkId.slice(0, networkId.indexOf(':')),
    address,
    kind: 'eoa',
    ...overrides,
  }
}
