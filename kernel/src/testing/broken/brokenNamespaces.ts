import { Balance } from '../../contracts/capabilities/balance.js'
import { capability } from '../../keys/capability.js'
import { token } from '../../keys/token.js'
import { brokenNamespace, type BrokenPlugin } from './brokenPlugin.js'

const networks = 'lists networks the kernel accepts'
const addresses = 'accepts the addresses of its chains and no others'
const compares = 'compares addresses by the rule of its chains, whatever it is given'
const once = 'carries each capability once, with its version'
const pattern = /^ex1[0-9a-f]{8}$/gi

/** Namespaces whose networks, addresses or capabilities are wrong. */
export const brokenNamespaces: readonly BrokenPlugin[] = [
  brokenNamespace(
    ['lists a network without a coin', networks, 'cannot be used'],
    ({ networks: [first] }) => ({
      networks: [{ ...first, nativeCurrency: undefined } as never],
    }),
  ),
  brokenNamespace(['lists a network twice', networks, 'cannot be used'], ({ networks: [first] }) => ({
    networks: [first, first] as never,
  })),
  brokenNamespace(
    ['lists a network of another namespace', networks, 'cannot be used'],
    ({ networks: [first] }) => ({
      networks: [{ ...first, id: 'other:1' }] as never,
    }),
  ),
  brokenNamespace(['takes everything for an address', addresses, 'to be no address'], () => ({
    isAddress: () => true,
  })),
  brokenNamespace(['takes nothing for an address', addresses, 'to be an address'], () => ({
    isAddress: () => false,
  })),
  brokenNamespace(['answers a match in the place of yes', addresses, 'to be an address'], () => ({
    isAddress: (value) => /^ex1.{8}$/i.exec(value) as never,
  })),
  brokenNamespace(['takes an address the first time only', addresses, 'to be an address'], () => ({
    isAddress: (value) => pattern.test(value),
  })),
  brokenNamespace(['throws for what is no address', addresses, 'too short'], ({ isAddress }) => ({
    isAddress(value) {
      if (value.length < 3) throw new RangeError('too short')
      return isAddress(value)
    },
  })),
  brokenNamespace(['compares addresses letter by letter', compares, 'to be one'], () => ({
    isSameAddress: (left, right) => left === right,
  })),
  brokenNamespace(['takes all addresses for one', compares, 'to be two'], () => ({
    isSameAddress: () => true,
  })),
  brokenNamespace(['carries a capability twice', once, 'to be there once'], ({ capabilities }) => ({
    capabilities: [...capabilities, ...capabilities.filter((entry) => entry.token.symbol === Balance.symbol)],
  })),
  brokenNamespace(['carries a capability without a version', once, 'to end with the version'], () => ({
    capabilities: [capability(token<object>('example.greet'), {})],
  })),
]
