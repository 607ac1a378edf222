import { check, checkCode } from './check.js'
import type { SuiteTest } from './walletDataSuite.js'

export const namesTests: readonly SuiteTest[] = [
  {
    title: 'lead from the address to the name and back',
    async run({ names, facts: { networkId, address, name } }) {
      if (!names || name === undefined) return
      check(names.supports(networkId), `names on ${networkId}`)
      const identity = await names.lookup({ networkId, address })
      check(identity.name === name, `the name ${name}, found ${identity.name}`)
      const found = await names.resolve({ networkId, name })
      check(found?.toLowerCase() === address.toLowerCase(), `the address ${address}, found ${found}`)
      const { avatar = 'data:' } = identity
      check(/^(data:|https:)/.test(avatar), `an embedded or https picture, found ${avatar}`)
    },
  },
  {
    title: 'are empty where there are none',
    async run({ names, facts: { networkId, nameless, name } }) {
      if (!names || nameless === undefined) return
      const identity = await names.lookup({ networkId, address: nameless })
      check(identity.name === undefined && identity.avatar === undefined, `no name, found ${identity.name}`)
      const zone = name?.slice(name.indexOf('.') + 1) ?? 'eth'
      const found = await names.resolve({ networkId, name: `nobody-has-this.${zone}` })
      check(found === undefined, `no address, found ${found}`)
    },
  },
  {
    title:
      'of an address take one request for several asks, and the address of a name is asked for each time',
    async run({ names, requests, facts: { networkId, address, name } }) {
      if (!names || !requests || name === undefined) return
      await Promise.all([1, 2].map(() => names.lookup({ networkId, address })))
      const first = requests()
      await names.lookup({ networkId, address })
      check(requests() === first, 'no further request for the name')
      await names.resolve({ networkId, name })
      const second = requests()
      check(second > first, 'a request for the address')
      await names.resolve({ networkId, name })
      check(requests() > second, 'another request for the address: money goes there')
    },
  },
  {
    title: 'lead nowhere without a normal form (ENSIP-15), and ask nobody then',
    async run({ names, requests, facts: { networkId, name } }) {
      if (!names || name === undefined) return
      const before = requests?.()
      for (const mark of ['\u202e', '\u200b', '.\u0301', '..', '\u043e']) {
        const found = await names.resolve({ networkId, name: `a${mark}${name}` })
        check(found === undefined, `no address of a name with ${JSON.stringify(mark)}, found ${found}`)
      }
      check(requests?.() === before, 'no request')
    },
  },
  {
    title: 'ask nobody about what is no address',
    async run({ names, facts: { networkId } }) {
      if (names) await checkCode(names.lookup({ networkId, address: '../admin' }), 'ADDRESS_INVALID')
    },
  },
]
