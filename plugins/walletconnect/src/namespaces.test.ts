import { describe, expect, it } from 'vitest'
import { firstApproved, readApprovedSession } from './approvedSession.js'
import { defaultsOf } from './namespaceDefaults.js'
import { buildOptionalNamespaces } from './namespaces.js'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const oldMainnet = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const address = '0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
const granted = { methods: ['personal_sign'], events: ['chainChanged'] }

describe('buildOptionalNamespaces', () => {
  it('asks for every namespace among the networks, with its defaults', () => {
    const networks = [
      'eip155:1',
      'eip155:8453',
      mainnet,
      'bip122:000000000019d6689c085ae165831e93',
      'polkadot:91b1',
    ]
    const built = buildOptionalNamespaces({ networks: networks.map((id) => ({ id })) })
    expect(Object.keys(built)).toEqual(['eip155', 'solana', 'bip122', 'polkadot'])
    expect(built['eip155']?.chains).toEqual(['eip155:1', 'eip155:8453'])
    for (const [name, { methods, events }] of Object.entries(built)) {
      expect({ methods, events }).toEqual(defaultsOf(name))
    }
  })

  it('asks for deprecated Solana ids beside the current ones, on the same node', () => {
    const { solana } = buildOptionalNamespaces({ networks: [{ id: mainnet, rpcUrl: 'http://127.0.0.1:1' }] })
    expect(solana?.chains).toEqual([mainnet, oldMainnet])
    expect(solana?.rpcMap).toEqual({ [mainnet]: 'http://127.0.0.1:1', [oldMainnet]: 'http://127.0.0.1:1' })
  })

  it('takes methods and events from the namespace plugin, then from the host', () => {
    const networks = [{ id: 'eip155:1', rpcUrl: 'http://127.0.0.1:1' }, { id: 'eip155:10' }]
    const proposals = { eip155: { methods: ['personal_sign', 'personal_sign'], events: ['chainChanged'] } }
    const byPlugin = buildOptionalNamespaces({ networks, proposals })
    expect(byPlugin['eip155']).toMatchObject({ methods: ['personal_sign'], events: ['chainChanged'] })
    const overrides = {
      eip155: {
        methods: ['eth_sign'],
        chains: ['eip155:5', 'solana:x'],
        rpcMap: { 'eip155:10': 'http://127.0.0.1:2' },
      },
      cosmos: { methods: ['cosmos_signDirect'] },
    }
    expect(buildOptionalNamespaces({ networks, proposals, overrides })).toEqual({
      eip155: {
        chains: ['eip155:5'],
        methods: ['eth_sign'],
        events: ['chainChanged'],
        rpcMap: { 'eip155:1': 'http://127.0.0.1:1', 'eip155:10': 'http://127.0.0.1:2' },
      },
    })
  })

  it('knows a third-party namespace only by its two common events', () => {
    expect(buildOptionalNamespaces({ networks: [{ id: 'cosmos:hub-4' }, { id: 'nonsense' }] })).toEqual({
      cosmos: {
        chains: ['cosmos:hub-4'],
        methods: [],
        events: ['accountsChanged', 'chainChanged'],
        rpcMap: {},
      },
    })
    expect(defaultsOf('constructor')).toEqual({ methods: [], events: ['accountsChanged', 'chainChanged'] })
  })
})

describe('readApprovedSession', () => {
  it('reads accounts, networks, methods and events, merging keys of one namespace', () => {
    const session = readApprovedSession({
      eip155: {
        ...granted,
        accounts: [`eip155:1:${address}`, `eip155:10:${address}`, `eip155:1:${address}`],
      },
      'eip155:8453': { methods: ['eth_sign'], events: [], accounts: [`eip155:8453:${address}`] },
    })
    expect(session.namespaces['eip155']).toMatchObject({
      networkIds: ['eip155:1', 'eip155:10', 'eip155:8453'],
      methods: ['personal_sign', 'eth_sign'],
      events: ['chainChanged'],
    })
    expect(session.namespaces['eip155']?.accounts).toHaveLength(3)
    expect(session.ignored).toEqual([])
  })

  it('reads a deprecated network id as the current one, once', () => {
    const key = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
    const session = readApprovedSession({
      solana: { ...granted, accounts: [`${oldMainnet}:${key}`, `${mainnet}:${key}`] },
    })
    expect(session.namespaces['solana']?.accounts.map(({ id }) => id)).toEqual([`${mainnet}:${key}`])
  })

  it('ignores accounts that are none and namespaces without any', () => {
    const script = '<script>alert(1)</script>'
    const session = readApprovedSession({
      eip155: { ...granted, accounts: ['0xab', `solana:x:${address}`, `eip155:1:${script}`] },
      [script]: { ...granted, accounts: [`eip155:1:${address}`] },
      cosmos: { ...granted, accounts: ['cosmos:hub-4:cosmos1abc'] },
    })
    expect(Object.keys(session.namespaces)).toEqual(['cosmos'])
    expect(session.ignored).toHaveLength(4)
  })

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['accounts that are no list', { eip155: { ...granted, accounts: 'eip155:1:0x' } }],
    ['accounts without end', { eip155: { ...granted, accounts: Array(2001).fill(`eip155:1:${address}`) } }],
    ['a name without end', { eip155: { ...granted, accounts: [`eip155:1:${'a'.repeat(300)}`] } }],
    [
      'namespaces without end',
      Object.fromEntries(
        Array.from({ length: 101 }, (_, index) => [`n${index}x`, { ...granted, accounts: [] }]),
      ),
    ],
  ])('refuses %s', (_title, value) => {
    expect(() => readApprovedSession(value)).toThrowErrorMatchingInlineSnapshot(
      `[WalletConnectError: The wallet answered with a session that cannot be read.]`,
    )
  })
})

describe('firstApproved', () => {
  const session = readApprovedSession({
    solana: { ...granted, accounts: [`${mainnet}:abc`] },
    eip155: { ...granted, accounts: [`eip155:137:${address}`, `eip155:10:${address}`] },
  })

  it.each([
    ['the wished one', 'eip155:10', ['eip155:1'], 'eip155:10'],
    [
      'one of the same namespace, in the host order',
      'eip155:1',
      [mainnet, 'eip155:10', 'eip155:137'],
      'eip155:10',
    ],
    ['one of another namespace, in the host order', 'cosmos:hub-4', [mainnet, 'eip155:10'], mainnet],
    ['the wallet order when the host names none', undefined, [], mainnet],
  ])('is %s', (_title, wished, preferred, expected) => {
    expect(firstApproved(session, wished, preferred)).toBe(expected)
  })

  it('is nothing when nothing was approved', () => {
    expect(firstApproved(readApprovedSession({}), 'eip155:1', ['eip155:1'])).toBeUndefined()
  })
})
