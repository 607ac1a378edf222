import { type ConnectionRecord, type RecentWallet, spanningId } from '@latchkey/kernel/wallet'
import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import type { ConnectorGroup } from '@latchkey/kernel/contracts'
import { describe, expect, it } from 'vitest'
import {
  countBeforeRecommended,
  groupsOrder,
  hasInstalledWallet,
  listWallets,
  orderMethods,
  sameWallet,
  type WalletListInput,
} from './connectOrder.js'

function connector(
  id: string,
  over: Partial<ConnectorContribution> & { ready?: ReturnType<ConnectorContribution['readiness']> } = {},
): ConnectorContribution {
  const { ready = 'installed', ...rest } = over
  return {
    id,
    name: id,
    group: 'announced',
    namespaces: ['eip155'],
    readiness: () => ready,
    connect: () => Promise.reject(new Error('not asked for')),
    ...rest,
  }
}

const ids = (input: Partial<WalletListInput>) =>
  listWallets({ connectors: [], namespaces: ['eip155', 'solana'], ...input }).map((entry) => entry.id)
const tags = (input: Partial<WalletListInput>) =>
  Object.fromEntries(
    listWallets({ connectors: [], namespaces: ['eip155', 'solana'], ...input }).map((entry) => [
      entry.id,
      entry.tag,
    ]),
  )
const recent = (...connectorIds: string[]): RecentWallet[] =>
  connectorIds.map((connectorId) => ({ connectorId, name: connectorId }))

const every = [
  connector('recommended', { group: 'recommended', ready: 'loadable' }),
  connector('external', { group: 'external', ready: 'loadable' }),
  connector('announced'),
  connector('injected', { group: 'injected' }),
  connector('pair', { group: 'walletConnect', ready: 'loadable' }),
  connector('used'),
]

describe('listWallets', () => {
  it.each<[string, Partial<WalletListInput>, string[]]>([
    ['answers nothing when there is nothing', {}, []],
    [
      'puts the group of a plugin of its own last',
      { connectors: [connector('own', { group: 'hardware' }), connector('external', { group: 'external' })] },
      ['external', 'own'],
    ],
    [
      'orders groups by default, announced among injected',
      { connectors: every, recent: recent('used') },
      ['pair', 'used', 'announced', 'injected', 'external'],
    ],
    [
      'puts the groups of the host first and appends the rest',
      { connectors: every, recent: recent('used'), options: { groupsOrder: ['external', 'announced'] } },
      ['external', 'announced', 'injected', 'pair', 'used'],
    ],
    [
      'places featured and custom after injected, and drops recommended then',
      {
        connectors: [
          ...every,
          connector('custom', { group: 'custom', ready: 'loadable' }),
          connector('featured', { group: 'featured', ready: 'loadable' }),
        ],
      },
      ['pair', 'announced', 'injected', 'used', 'featured', 'custom', 'external'],
    ],
    [
      'shows two recommended beside a pairing connector alone',
      {
        connectors: [
          connector('pair', { group: 'walletConnect', ready: 'loadable' }),
          ...['r1', 'r2', 'r3'].map((id) => connector(id, { group: 'recommended', ready: 'loadable' })),
        ],
      },
      ['pair', 'r1', 'r2'],
    ],
    [
      'shows one recommended beside one installed wallet',
      {
        connectors: [
          connector('pair', { group: 'walletConnect', ready: 'loadable' }),
          connector('wallet'),
          ...['r1', 'r2'].map((id) => connector(id, { group: 'recommended', ready: 'loadable' })),
        ],
      },
      ['pair', 'wallet', 'r1'],
    ],
    [
      'shows no recommended without a pairing connector',
      { connectors: [connector('r1', { group: 'recommended', ready: 'loadable' })] },
      [],
    ],
    [
      'excludes by rdns without regard to case',
      {
        connectors: [connector('a', { rdns: 'Io.Example' }), connector('b', { rdns: 'io.other' })],
        options: { exclude: { rdns: ['io.EXAMPLE'] } },
      },
      ['b'],
    ],
    [
      'excludes by name without regard to case',
      {
        connectors: [connector('a', { name: 'Some Wallet' }), connector('b')],
        options: { exclude: { names: ['some wallet'] } },
      },
      ['b'],
    ],
    [
      'keeps everything when the excluded name is not there',
      { connectors: [connector('a'), connector('b')], options: { exclude: { names: ['c'] } } },
      ['a', 'b'],
    ],
    [
      'hides a recent wallet that is excluded',
      {
        connectors: [connector('a'), connector('b')],
        recent: recent('a'),
        options: { exclude: { names: ['a'] } },
      },
      ['b'],
    ],
    [
      'orders recent wallets by use',
      { connectors: [connector('a'), connector('b'), connector('c')], recent: recent('c', 'b') },
      ['c', 'b', 'a'],
    ],
    [
      'leaves recent wallets of another namespace out',
      {
        connectors: [connector('a'), connector('s', { namespaces: ['solana'] })],
        recent: recent('s'),
        namespace: 'eip155',
      },
      ['a'],
    ],
    ['leaves recent wallets out that are not there any more', { recent: recent('gone') }, []],
    [
      'filters by namespace',
      {
        connectors: [
          connector('a'),
          connector('s', { namespaces: ['solana'] }),
          connector('both', { namespaces: ['eip155', 'solana'] }),
        ],
        namespace: 'solana',
      },
      ['s', 'both'],
    ],
    [
      'leaves out namespaces the host does not list',
      { connectors: [connector('a'), connector('p', { namespaces: ['polkadot'] })] },
      ['a'],
    ],
    [
      'hides the Browser Wallet on a desktop',
      { connectors: [connector('b', { group: 'injected', label: 'Browser Wallet' })] },
      [],
    ],
    [
      'shows the Browser Wallet on a phone when it is installed',
      { connectors: [connector('b', { group: 'injected', label: 'Browser Wallet' })], mobile: true },
      ['b'],
    ],
    [
      'hides the Browser Wallet on a phone when it is not installed',
      {
        connectors: [connector('b', { group: 'injected', label: 'Browser Wallet', ready: 'loadable' })],
        mobile: true,
      },
      [],
    ],
    [
      'hides injected wallets that are not there, and wallets of a failed plugin',
      {
        connectors: [
          connector('a', { group: 'injected', ready: 'missing' }),
          connector('b', { ready: 'unsupported' }),
          connector('c', { group: 'external', ready: 'missing' }),
        ],
      },
      ['c'],
    ],
    [
      'hides the QR code on a phone that has a directory',
      {
        connectors: [connector('pair', { group: 'walletConnect', ready: 'loadable' })],
        mobile: true,
        hasDirectory: true,
      },
      [],
    ],
    [
      'keeps the QR code on a phone without a directory',
      { connectors: [connector('pair', { group: 'walletConnect', ready: 'loadable' })], mobile: true },
      ['pair'],
    ],
    ['never lists email and social logins', { connectors: [connector('mail', { group: 'auth' })] }, []],
    [
      'drops a second connector with the same rdns',
      {
        connectors: [
          connector('set', { rdns: 'io.wallet', group: 'external' }),
          connector('announced', { rdns: 'IO.wallet' }),
        ],
      },
      ['set'],
    ],
    [
      'prefers the installed one of two with the same rdns',
      {
        connectors: [
          connector('set', { rdns: 'io.wallet', group: 'injected', ready: 'loadable' }),
          connector('announced', { rdns: 'io.wallet' }),
        ],
      },
      ['announced'],
    ],
    [
      'knows the mobile alias of MetaMask',
      {
        connectors: [
          connector('desktop', { rdns: 'io.metamask', group: 'external' }),
          connector('phone', { rdns: 'io.metamask.mobile' }),
        ],
      },
      ['desktop'],
    ],
    [
      'puts installed wallets first in their group',
      {
        connectors: [
          connector('later', { group: 'external', ready: 'loadable' }),
          connector('here', { group: 'external' }),
        ],
      },
      ['here', 'later'],
    ],
    [
      'merges wallets of one name over namespaces, and Trust with Trust Wallet',
      {
        connectors: [
          connector('e', { name: 'Trust' }),
          connector('s', { name: 'Trust Wallet', namespaces: ['solana'] }),
        ],
      },
      ['e'],
    ],
    [
      'merges wallets of one reverse-domain id or one directory id, whatever their names',
      {
        connectors: [
          connector('e', { name: 'River', rdns: 'app.river' }),
          connector('s', { name: 'River for Solana', rdns: 'APP.river', namespaces: ['solana'] }),
          connector('e2', { name: 'Lake', walletId: '77' }),
          connector('s2', { name: 'Lake for Solana', walletId: '77', namespaces: ['solana'] }),
        ],
      },
      ['e', 'e2'],
    ],
    [
      'does not merge wallets of one name whose reverse-domain ids differ',
      {
        connectors: [
          connector('e', { name: 'River', rdns: 'app.river' }),
          connector('s', { name: 'River', rdns: 'app.other', namespaces: ['solana'] }),
        ],
      },
      ['e', 's'],
    ],
    [
      'does not merge two wallets of one name for one namespace',
      { connectors: [connector('real', { name: 'Same' }), connector('fake', { name: 'Same' })] },
      ['real', 'fake'],
    ],
  ])('%s', (_, input, expected) => {
    expect(ids(input)).toEqual(expected)
  })

  it('knows a wallet that was connected with all its parts', () => {
    const connectors = [
      connector('e', { name: 'River' }),
      connector('s', { name: 'River', namespaces: ['solana'] }),
    ]
    const whole = spanningId(connectors)
    const connection = { id: whole, connectorId: whole } as ConnectionRecord
    expect(tags({ connectors })).toEqual({ e: 'multichain' })
    expect(tags({ connectors, recent: recent(whole) })).toEqual({ e: 'recent' })
    expect(tags({ connectors, recent: recent(whole), connections: [connection] })).toEqual({ e: 'connected' })
  })

  it('tags a row by what matters most about it', () => {
    const connection = { id: 'on', connectorId: 'on' } as ConnectionRecord
    expect(
      tags({
        connectors: [
          connector('pair', { group: 'walletConnect', ready: 'loadable' }),
          connector('used'),
          connector('on'),
          connector('here'),
          connector('e', { name: 'Many' }),
          connector('s', { name: 'many', namespaces: ['solana'] }),
          connector('later', { group: 'external', ready: 'loadable' }),
        ],
        connections: [connection],
        recent: recent('used', 'on'),
      }),
    ).toEqual({
      pair: 'qrCode',
      used: 'recent',
      on: 'connected',
      here: 'installed',
      e: 'multichain',
      later: undefined,
    })
  })
})

describe('sameWallet', () => {
  it('finds the connectors that are one wallet', () => {
    const all = [connector('a'), connector('b', { name: 'A', namespaces: ['solana'] }), connector('c')]
    expect(sameWallet(all, 'b').map(({ id }) => id)).toEqual(['a', 'b'])
    expect(sameWallet(all, 'gone')).toEqual([])
  })
})

describe('groupsOrder', () => {
  it('appends what the host left out, and takes announced for injected', () => {
    expect(groupsOrder(['custom', 'announced'])).toEqual([
      'custom',
      'injected',
      'walletConnect',
      'recent',
      'featured',
      'external',
      'recommended',
    ])
  })
})

describe('hasInstalledWallet', () => {
  it.each([
    ['an announced wallet', [connector('a')], true],
    ['a recent announced wallet', [connector('used')], true],
    ['a wallet that is only loadable', [connector('a', { ready: 'loadable', group: 'external' })], false],
    ['nothing', [], false],
  ])('answers for %s', (_, connectors, expected) => {
    const entries = listWallets({ connectors, namespaces: ['eip155'], recent: recent('used') })
    expect(hasInstalledWallet(entries)).toBe(expected)
  })
})

describe('orderMethods', () => {
  const viewIds = ['latchkey.auth.email', 'latchkey.auth.social']
  type Case = [string, Parameters<typeof orderMethods>[0], string[]]
  it.each<Case>([
    [
      'email, social, wallet',
      { viewIds, hasWallets: true, hasInstalledWallet: false },
      ['latchkey.auth.email', 'latchkey.auth.social', '| wallet'],
    ],
    [
      'wallet first with an installed wallet',
      { viewIds, hasWallets: true, hasInstalledWallet: true },
      ['wallet', '| latchkey.auth.email', 'latchkey.auth.social'],
    ],
    [
      'the order of the host, whatever is installed',
      { viewIds, hasWallets: true, hasInstalledWallet: true, order: ['social', 'wallet'] },
      ['latchkey.auth.social', '| wallet', '| latchkey.auth.email'],
    ],
    [
      'whole ids in the order of the host',
      { viewIds, hasWallets: true, hasInstalledWallet: false, order: ['wallet', 'latchkey.auth.social'] },
      ['wallet', '| latchkey.auth.social', 'latchkey.auth.email'],
    ],
    [
      'unknown methods behind the known ones',
      { viewIds: ['x.phone', ...viewIds], hasWallets: true, hasInstalledWallet: false },
      ['latchkey.auth.email', 'latchkey.auth.social', '| wallet', '| x.phone'],
    ],
    ['no separator for one method', { viewIds: [], hasWallets: true, hasInstalledWallet: true }, ['wallet']],
    [
      'no separator between email and social alone',
      { viewIds, hasWallets: false, hasInstalledWallet: false },
      ['latchkey.auth.email', 'latchkey.auth.social'],
    ],
    ['nothing for nothing', { viewIds: [], hasWallets: false, hasInstalledWallet: false }, []],
  ])('gives %s', (_, input, expected) => {
    const found = orderMethods(input).map(({ id, separated }) => (separated ? `| ${id}` : id))
    expect(found).toEqual(expected)
  })
})

describe('countBeforeRecommended', () => {
  const entries = listWallets({
    connectors: [
      connector('pair', { group: 'walletConnect', ready: 'loadable' }),
      connector('announced'),
      connector('external', { group: 'external', ready: 'loadable' }),
    ],
    namespaces: ['eip155'],
  })

  it.each<[string, ConnectorGroup[] | undefined, number]>([
    ['all by default', undefined, 3],
    ['none when the host wants recommended wallets first', ['recommended'], 0],
    ['those the host puts before them', ['walletConnect', 'injected', 'recommended'], 2],
    [
      'those the host puts before them, announced as injected',
      ['walletConnect', 'announced', 'recommended'],
      2,
    ],
  ])('counts %s', (_, groupsOrder, expected) => {
    const options = groupsOrder ? { groupsOrder } : {}
    const ordered = listWallets({
      connectors: entries.flatMap(({ connectors }) => connectors),
      namespaces: ['eip155'],
      options,
    })
    expect(countBeforeRecommended(ordered, groupsOrder)).toBe(expected)
  })
})

describe('rules of plugins', () => {
  const rules = [{ id: 'test', allows: ({ rdns }: { readonly rdns?: string }) => rdns !== 'io.bad' }]

  it.each<[string, ConnectorContribution, string[]]>([
    ['hide a wallet found on the page', connector('bad', { rdns: 'io.bad' }), []],
    ['hide one the browser injected', connector('bad', { rdns: 'io.bad', group: 'injected' }), []],
    ['let others through', connector('good', { rdns: 'io.good' }), ['good']],
    [
      'leave what the host lists itself',
      connector('bad', { rdns: 'io.bad', group: 'external', ready: 'loadable' }),
      ['bad'],
    ],
  ])('%s', (_, wallet, expected) => {
    expect(ids({ connectors: [wallet], rules })).toEqual(expected)
  })
})

describe('wallets that claim one name', () => {
  const claim = (id: string) => connector(id, { name: 'MetaMask', rdns: 'io.metamask' })
  const recent = [{ connectorId: 'announced.io.metamask~own', name: 'MetaMask' }]

  it('are all shown, say so, and stand behind the one used before', () => {
    const connectors = Array.from({ length: 1_000 }, (_, index) => claim(`fake${index}`)).concat(
      claim('announced.io.metamask~own'),
    )
    const entries = listWallets({ connectors, namespaces: ['eip155'], recent })
    expect(entries).toHaveLength(1_001)
    expect(entries[0]).toMatchObject({ id: 'announced.io.metamask~own', tag: 'recent', isClaimed: true })
    expect(new Set(entries.slice(1).map(({ tag }) => tag))).toEqual(new Set(['sameName']))
    expect(entries.every(({ isClaimed }) => isClaimed)).toBe(true)
  })

  it('say so where one was announced and another stands at a known place', () => {
    const named = (id: string, group: ConnectorContribution['group']) =>
      connector(id, { name: 'Same', group })
    const connectors = [named('a', 'injected'), named('b', 'announced'), named('c', 'external')]
    const claimed = listWallets({ connectors, namespaces: ['eip155'] }).filter(({ isClaimed }) => isClaimed)
    expect(claimed.map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'b']))
    expect(claimed).toHaveLength(2)
  })

  it('say so under another reverse-domain id, and without one', () => {
    const named = (id: string, over: Partial<ConnectorContribution>) =>
      connector(id, { ...over, name: 'Same' })
    const claimed = (...connectors: readonly ConnectorContribution[]) =>
      listWallets({ connectors, namespaces: ['eip155', 'solana'] }).map(({ isClaimed }) => isClaimed)
    expect(claimed(named('a', { rdns: 'com.a' }), named('b', { rdns: 'com.b' }))).toEqual([true, true])
    expect(claimed(named('a', { namespaces: ['solana'] }), named('b', { namespaces: ['solana'] }))).toEqual([
      true,
      true,
    ])
    expect(claimed(named('a', {}), named('b', { namespaces: ['solana'] }))).toEqual([false])
  })

  it.each(['announced.io.metamask~own', 'announced.io.metamask~own.2'])(
    'are all taken for recent where they differ in a number alone, and %s was used',
    (connectorId) => {
      const connectors = ['~other', '~own.2', '~own.3'].map((mark) => claim(`announced.io.metamask${mark}`))
      const entries = listWallets({
        connectors,
        namespaces: ['eip155'],
        recent: [{ connectorId, name: 'MetaMask' }],
      })
      expect(entries.map(({ id, tag }) => [id.split('~')[1], tag])).toEqual([
        ['own.2', 'recent'],
        ['own.3', 'recent'],
        ['other', 'sameName'],
      ])
    },
  )
})

describe('a wallet that offers itself in three ways', () => {
  const coinbase = { name: 'Coinbase Wallet' }
  const announced = connector('announced.com.coinbase.wallet~x', { ...coinbase, rdns: 'com.coinbase.wallet' })
  // Wallet Standard has no reverse-domain id: the name says which wallet it is.
  const standard = connector('solana.standard.coinbase-wallet', { ...coinbase, namespaces: ['solana'] })
  /** As `baseAccount()` lists itself; by its option it has the extension's name. */
  const ours = (name: string) =>
    connector('baseAccount', { name, rdns: 'com.coinbase.wallet', group: 'external', ready: 'loadable' })
  const rows = (...connectors: readonly ConnectorContribution[]) =>
    listWallets({ connectors, namespaces: ['eip155', 'solana'] }).map((entry) => [
      entry.name,
      entry.connectors.map(({ id }) => id).sort(),
      entry.isClaimed,
    ])

  it.each(['Base Account', 'Coinbase Wallet'])(
    'stands once, by the extension, in whichever order they come, where ours is called %s',
    (name) => {
      const once = [['Coinbase Wallet', [announced.id, standard.id], false]]
      expect(rows(ours(name), announced, standard)).toEqual(once)
      expect(rows(standard, announced, ours(name))).toEqual(once)
      expect(rows(announced, standard)).toEqual(once)
    },
  )

  it('keeps what the extension cannot do', () => {
    expect(rows(ours('Coinbase Wallet'), standard)).toEqual([
      ['Coinbase Wallet', ['baseAccount', standard.id], false],
    ])
    // Another product of the same maker, with accounts of its own.
    expect(rows(ours('Base Account'), standard)).toHaveLength(2)
  })
})
