import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { type Account, Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import {
  Balance,
  capability,
  Explorer,
  History,
  Identities,
  Names,
  type NamesService,
} from '@latchkey/kernel/contracts'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeNamespace, fakeWallet, pluginSuite } from '@latchkey/kernel/testing'
import { Bip122Provider, bip122, bitcoinMainnet, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { Eip155Provider, eip155 } from '@latchkey/plugin-eip155'
import { PolkadotProvider, polkadot, polkadotAssetHub } from '@latchkey/plugin-polkadot'
import { SolanaProvider, solana, solanaMainnet } from '@latchkey/plugin-solana'
import { afterEach, describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import { WatchOnly, watchOnly, watchOnlyId } from './index.js'
import { watchMark } from './watchMark.js'

const network = {
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const chains = () => [
  eip155({ networks: [network, { ...network, id: 8453, name: 'Base' }], discovery: false, injected: false }),
  solana({ networks: [solanaMainnet] }),
  bip122({
    networks: [bitcoinMainnet, bitcoinRegtest],
    esploraUrls: { [bitcoinRegtest.id]: ['http://127.0.0.1:1'] },
  }),
  polkadot({ networks: [polkadotAssetHub] }),
]
const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const addresses = {
  eip155: evmAddress,
  solana: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  bip122: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
} as const

let dispose: (() => Promise<void>) | undefined
afterEach(() => dispose?.())

async function start(plugins: readonly PluginInput[] = chains(), storage = memoryStorage()) {
  const kernel = createKernel([...plugins, watchOnly()], { storage, logLevel: 'silent' })
  dispose = () => kernel.dispose()
  await kernel.start()
  const service = kernel.get(WatchOnly)
  return {
    kernel,
    service,
    session: kernel.get(Session),
    wallets: kernel.get(Wallets),
    async watch(text: string) {
      const [account] = await service.find(text)
      if (!account) throw new Error('Nothing was found.')
      await service.watch(account)
      return account
    },
  }
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('conformance', () => {
  pluginSuite({ test, create: watchOnly, others: chains, manifest })
})

it('loads nothing of itself before it is used, beyond 1.1 kB gzip', async () => {
  const { modules, size } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
  expect(modules.filter((path) => /node_modules\/|src\/lazy\/|watchMark/.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(1_100)
})

describe('what is typed', () => {
  it.each(Object.entries(addresses))(
    'finds an address of %s and no other chain',
    async (namespace, address) => {
      const { service } = await start()
      const found = await service.find(`  ${address}\n`)
      expect(found.map((account) => [account.namespace, account.address])).toEqual([[namespace, address]])
    },
  )

  it('takes an account with its network, and only where the app lists that', async () => {
    const { service } = await start()
    expect(await service.find(`eip155:8453:${evmAddress}`)).toEqual([
      { namespace: 'eip155', address: evmAddress, networkIds: ['eip155:1', 'eip155:8453'] },
    ])
    await expect(service.find(`eip155:5:${evmAddress}`)).rejects.toMatchObject({
      code: 'WATCH_ADDRESS_INVALID',
    })
  })

  it('names the networks where an address is one', async () => {
    const { service } = await start()
    expect(await service.find(addresses.bip122)).toMatchObject([{ networkIds: [bitcoinMainnet.id] }])
  })

  it.each([
    '',
    '   ',
    '0x0',
    evmAddress.slice(0, -1),
    '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    'a'.repeat(10_000),
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
  ])('refuses %j before anybody is asked', async (text) => {
    const { service } = await start()
    await expect(service.find(text)).rejects.toMatchObject({ code: 'WATCH_ADDRESS_INVALID' })
  })

  it('says what is wrong and what to do', async () => {
    const { service, session } = await start([named({})])
    const told = (asked: Promise<unknown>) => asked.then(String, (error) => error.shortMessage as string)
    expect([
      await told(service.find('0xnobody')),
      await told(service.find('nobody.eth')),
      await told(session.connect({ connectorId: watchOnlyId })),
    ]).toMatchInlineSnapshot(`
      [
        "This isn’t an address of any network this app uses. Check every character.",
        "This name doesn’t lead to an address. Check the spelling.",
        "Enter the address that you want to watch.",
      ]
    `)
  })
})

/** A chain of its own that knows names. */
function named(
  answers: Readonly<Record<string, string | Error>>,
  id = 'eip155',
  isAddress = (value: string) => /^0x[0-9a-f]+$/i.test(value),
) {
  return definePlugin({
    id: `test.${id}`,
    kernel: '^1.0.0',
    setup(context) {
      const resolve = async ({ name }: { name: string }) => {
        const answer = answers[name]
        if (answer instanceof Error) throw answer
        return answer
      }
      context.add(
        Namespace,
        fakeNamespace(id, ['1'], {
          isAddress,
          capabilities: [capability(Identities, { lookup: async () => ({}), resolve })],
        }),
      )
    },
  })
}

const nameService = (find: NamesService['resolve'], supports = (_: string) => true) =>
  definePlugin({
    id: 'test.names',
    kernel: '^1.0.0',
    provides: [Names],
    setup: (context) => context.provide(Names, () => ({ supports, lookup: async () => ({}), resolve: find })),
  })

describe('names', () => {
  it('are asked of the name service of the app before the chain', async () => {
    const chain = named({ 'nora.eth': '0xbad' })
    const asked: string[] = []
    const names = nameService(async ({ name, networkId }) => {
      asked.push(`${networkId} ${name}`)
      return '0xabc'
    })
    const { service } = await start([names, chain])
    expect(await service.find('nora.eth')).toEqual([
      { namespace: 'eip155', address: '0xabc', networkIds: ['eip155:1'], name: 'nora.eth' },
    ])
    expect(asked).toEqual(['eip155:1 nora.eth'])
  })

  it('are asked of every chain; the person chooses where several know one', async () => {
    const { service } = await start([
      named({ 'nora.eth': '0xabc' }),
      named({ 'nora.eth': 'So1' }, 'solana', (value) => value.startsWith('So')),
    ])
    const found = await service.find('nora.eth')
    expect(found.map(({ namespace, address }) => `${namespace}:${address}`)).toEqual([
      'eip155:0xabc',
      'solana:So1',
    ])
  })

  it('are found although another chain doesn’t answer; its fault is told when nobody knows them', async () => {
    const failing = new Error('The node is down.')
    const { service } = await start([
      named({ 'nora.eth': failing, 'gone.eth': failing }),
      named({ 'nora.eth': 'So1' }, 'solana', (value) => value.startsWith('So')),
    ])
    expect(await service.find('nora.eth')).toMatchObject([{ namespace: 'solana' }])
    await expect(service.find('gone.eth')).rejects.toBe(failing)
  })

  it('lead nowhere when the answer is no address of the chain', async () => {
    const { service } = await start([named({ 'nora.eth': '<script>' })])
    await expect(service.find('nora.eth')).rejects.toMatchObject({ code: 'WATCH_NAME_NOT_FOUND' })
  })
})

describe('a watched account', () => {
  it.each(Object.entries(addresses))(
    'of %s reads the chain, and nothing else',
    async (namespace, address) => {
      const app = await start()
      await app.watch(address)
      const wallet = app.wallets.active(namespace)
      expect(wallet?.account).toMatchObject({ address, kind: 'watching' })
      const offered =
        wallet?.contribution.capabilities.filter(({ token }) => wallet.use(token) !== undefined) ?? []
      const ids = offered.map(({ token }) => token.id.replace(/^latchkey\.capability\.|\/\d+$/g, '')).sort()
      const reading = [
        'allowances',
        'balance',
        'explorer',
        'history',
        'identity',
        'ownedCollectibles',
        'paymentRequest',
        'tokenFacts',
      ]
      expect(ids.filter((id) => !reading.includes(id))).toEqual([])
      expect(ids).toEqual(expect.arrayContaining(['balance', 'explorer', 'history']))
      for (const { token } of wallet?.contribution.capabilities ?? []) {
        if (offered.some((entry) => entry.token === token)) continue
        expect([token.id, wallet?.refusal(token)?.code]).toEqual([token.id, 'CAPABILITY_REFUSED'])
      }
      const refused = wallet?.contribution.capabilities.find(({ token }) => wallet.use(token) === undefined)
      expect(refused && wallet?.refusal(refused.token)?.shortMessage).toBe(
        'This wallet can’t do this. Try another wallet.',
      )
    },
  )

  it('has no provider for any library', async () => {
    const app = await start()
    for (const address of Object.values(addresses)) await app.watch(address)
    const keys = {
      eip155: Eip155Provider,
      solana: SolanaProvider,
      bip122: Bip122Provider,
      polkadot: PolkadotProvider,
    }
    const found = [
      app.wallets.active('eip155')?.provider(keys.eip155),
      app.wallets.active('solana')?.provider(keys.solana),
      app.wallets.active('bip122')?.provider(keys.bip122),
      app.wallets.active('polkadot')?.provider(keys.polkadot),
      app.session.provider(keys.eip155),
      app.session.provider(keys.solana),
      app.session.provider(keys.bip122),
      app.session.provider(keys.polkadot),
    ]
    expect(app.wallets.list()).toHaveLength(4)
    expect(found).toEqual(Array.from({ length: 8 }))
  })

  it('is on a network where its address is one, and moves only between those', async () => {
    const app = await start()
    await app.watch(addresses.bip122)
    expect(app.wallets.active('bip122')?.networkId).toBe(bitcoinMainnet.id)
    const [record] = app.session.state.connections
    expect(record?.approvedNetworks).toEqual({ bip122: [bitcoinMainnet.id] })
  })

  it('keeps the name and the picture that the list of wallets shows', async () => {
    const app = await start()
    await app.watch(evmAddress)
    expect(app.session.state.connections[0]).toMatchObject({ name: 'Watch-only account', icon: watchMark })
  })

  it('stands beside others and beside wallets, and leaves alone', async () => {
    const wallet = fakeWallet({
      accounts: [fakeAccount('eip155:1', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8')],
      answers: { connect: 'approve', disconnect: 'approve' },
    })
    const connector = definePlugin({
      id: 'test.wallet',
      kernel: '^1.0.0',
      setup: (context) => void context.add(Connector, wallet.connector),
    })
    const app = await start([...chains(), connector])
    await app.session.connect({ connectorId: 'fake.wallet' })
    await app.watch(evmAddress)
    await app.watch('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
    expect(app.session.state.connections).toHaveLength(3)
    const first = app.session.state.connections.find(({ key }) => key === `eip155:${evmAddress}`)
    await app.session.disconnect({ connectionId: first?.id ?? '' })
    expect(app.session.state.connections.map(({ key }) => key)).toEqual([
      undefined,
      'eip155:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    ])
  })

  it('is there again after a reload', async () => {
    const storage = memoryStorage()
    const first = await start(chains(), storage)
    await first.watch(evmAddress)
    await first.watch(addresses.solana)
    await first.kernel.dispose()
    const second = await start(chains(), storage)
    await until(() => second.session.state.restored)
    const accounts = second.session.state.connections.flatMap((entry): readonly Account[] => entry.accounts)
    expect(accounts.map(({ namespace, address, kind }) => [namespace, address, kind]).sort()).toEqual([
      ['eip155', evmAddress, 'watching'],
      ['solana', addresses.solana, 'watching'],
    ])
    expect(second.wallets.active('eip155')?.use(Balance)).toBeDefined()
    expect(second.wallets.active('eip155')?.use(Explorer)).toBeDefined()
    expect(second.wallets.active('eip155')?.use(History)).toBeDefined()
  })

  it.each([
    'eip155:0x0',
    'eip155',
    `solana:${evmAddress}`,
    'eip155:<img src=x>',
    `bip122:${evmAddress}`,
    'nowhere:abc',
    undefined,
  ])('is nobody after a reload where storage was written by somebody else: %s', async (key) => {
    const { kernel } = await start()
    const connector = kernel.list(Connector).find(({ id }) => id === watchOnlyId)
    const request = {
      namespaces: ['eip155', 'solana', 'bip122'],
      networkIds: [],
      signal: new AbortController().signal,
      onChange: () => {},
      ...(key === undefined ? {} : { key }),
    }
    expect(await connector?.restore?.(request)).toBeUndefined()
  })

  it('is refused where the address is none of the chain', async () => {
    const { service, session } = await start()
    await expect(service.watch({ namespace: 'eip155', address: 'bc1q' })).rejects.toMatchObject({
      code: 'WATCH_ADDRESS_INVALID',
    })
    expect(session.state.connections).toEqual([])
    await expect(session.connect({ connectorId: watchOnlyId })).rejects.toMatchObject({
      code: 'WATCH_ADDRESS_MISSING',
    })
  })
})

describe('an address behind the short name of its network (ERC-3770)', () => {
  it('is watched on that network alone', async () => {
    const { service } = await start()
    expect(await service.find(`base:${evmAddress}`)).toEqual([
      { namespace: 'eip155', address: evmAddress, networkIds: ['eip155:8453'] },
    ])
  })

  it.each(['gno', 'nope', 'constructor'])(
    'is refused behind %s, which names no network of the app',
    async (name) => {
      const { service } = await start()
      await expect(service.find(`${name}:${evmAddress}`)).rejects.toMatchObject({
        code: 'WATCH_ADDRESS_INVALID',
      })
    },
  )
})
