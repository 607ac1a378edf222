import { describe, expect, it } from 'vitest'
import type { ConnectionChange, ConnectRequest } from '../../contracts/points/connector.js'
import { fakeAccount, fakeWallet, type FakeWalletOptions } from '../../testing/index.js'
import { spanningConnector } from './spanningConnector.js'
import { spanningId } from './spanningId.js'
import { connectorsOf, partsOf } from './walletParts.js'

const approving = {
  connect: 'approve',
  restore: 'approve',
  disconnect: 'approve',
  switchNetwork: 'approve',
} as const

function walletOn(namespace: string, options: Partial<FakeWalletOptions> = {}) {
  const id = `${namespace}.wallet.river`
  const accounts = [fakeAccount(`${namespace}:1`, `${namespace}first`)]
  return fakeWallet({
    id,
    name: 'River',
    accounts,
    networks: { [namespace]: `${namespace}:1` },
    answers: approving,
    ...options,
  })
}

function requestFor(...namespaces: string[]) {
  const changes: ConnectionChange[] = []
  const controller = new AbortController()
  const request: ConnectRequest = {
    namespaces,
    networkIds: namespaces.map((namespace) => `${namespace}:1` as const),
    signal: controller.signal,
    onChange: (change) => changes.push(change),
  }
  return { request, changes, controller }
}

function three() {
  const wallets = [walletOn('eip155'), walletOn('solana'), walletOn('bip122')] as const
  const connector = spanningConnector([wallets[0].connector, wallets[1].connector, wallets[2].connector])
  return { wallets, connector }
}

const addresses = (accounts: ConnectionChange['accounts']) => accounts?.map((account) => account.address)

describe('spanningConnector', () => {
  it('is one connector over all the namespaces', async () => {
    const { connector, wallets } = three()
    expect(connector).toMatchObject({
      id: spanningId(wallets.map((wallet) => wallet.connector)),
      name: 'River',
      namespaces: ['eip155', 'solana', 'bip122'],
    })
    const { request } = requestFor('eip155', 'solana', 'bip122')
    const connection = await connector.connect(request)
    expect(addresses(connection.accounts)).toEqual(['eip155first', 'solanafirst', 'bip122first'])
    expect(connection.networks).toEqual({ eip155: 'eip155:1', solana: 'solana:1', bip122: 'bip122:1' })
    expect(connection.provider('solana')).toEqual({ wallet: 'solana.wallet.river', namespace: 'solana' })
    expect(connection.provider('polkadot')).toBeUndefined()
  })

  it('answers a single connector as it is', () => {
    const { connector } = walletOn('eip155')
    expect(spanningConnector([connector])).toBe(connector)
  })

  it('asks each part for its own namespaces only, and leaves out those nobody wants', async () => {
    const seen: ConnectRequest[] = []
    const spy = (namespace: string) => {
      const wallet = walletOn(namespace)
      return {
        ...wallet.connector,
        connect: (request: ConnectRequest) => {
          seen.push(request)
          return wallet.connector.connect(request)
        },
      }
    }
    const connector = spanningConnector([spy('eip155'), spy('solana'), spy('bip122')])
    await connector.connect(requestFor('solana', 'bip122').request)
    expect(seen.map(({ namespaces, networkIds }) => ({ namespaces, networkIds }))).toEqual([
      { namespaces: ['solana'], networkIds: ['solana:1'] },
      { namespaces: ['bip122'], networkIds: ['bip122:1'] },
    ])
  })

  it('opens one after another, and a refusal fails all and ends what was open', async () => {
    const { connector, wallets } = three()
    wallets[1].answer({ connect: 'reject' })
    await expect(connector.connect(requestFor('eip155', 'solana', 'bip122').request)).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    expect(wallets.map((wallet) => wallet.asked)).toEqual([['connect', 'disconnect'], ['connect'], []])
    expect(wallets[0].listeners).toBe(0)
  })

  it('on a refusal only lets go of a part that is connected on its own', async () => {
    const wallets = [walletOn('eip155'), walletOn('solana')] as const
    const connector = spanningConnector([wallets[0].connector, wallets[1].connector], {
      isConnected: (id) => id === 'eip155.wallet.river',
    })
    wallets[1].answer({ connect: 'reject' })
    await expect(connector.connect(requestFor('eip155', 'solana').request)).rejects.toThrow()
    expect(wallets[0].asked).toEqual(['connect'])
    expect(wallets[0].listeners).toBe(0)
  })

  it('stops when the person gave up between two parts', async () => {
    const wallets = [walletOn('eip155'), walletOn('solana')] as const
    const { request, controller } = requestFor('eip155', 'solana')
    const first = {
      ...wallets[0].connector,
      async connect(own: ConnectRequest) {
        const connection = await wallets[0].connector.connect(own)
        controller.abort()
        return connection
      },
    }
    await expect(spanningConnector([first, wallets[1].connector]).connect(request)).rejects.toThrow()
    expect(wallets[0].asked).toEqual(['connect', 'disconnect'])
    expect(wallets[1].asked).toEqual([])
  })

  it.each([
    ['fails', () => Promise.reject(new Error('The wallet has no Bitcoin account.')), 'RPC_UNKNOWN'],
    ['is no connection', async () => ({}) as never, 'CONNECTION_INVALID'],
  ])('keeps what opened, before and after, when one part %s, and tells of it', async (_, connect, code) => {
    const wallets = [walletOn('eip155'), walletOn('bip122')] as const
    const broken = { ...walletOn('solana').connector, connect }
    const told: string[] = []
    const connection = await spanningConnector([wallets[0].connector, broken, wallets[1].connector], {
      failed: (id, error) => told.push(`${id} ${error.code}`),
    }).connect(requestFor('eip155', 'solana', 'bip122').request)
    expect(addresses(connection.accounts)).toEqual(['eip155first', 'bip122first'])
    expect(told).toEqual([`solana.wallet.river ${code}`])
    expect(wallets.map((wallet) => wallet.asked)).toEqual([['connect'], ['connect']])
  })

  it('ends a part that opened as something unusable, and no other one', async () => {
    const wallet = walletOn('eip155')
    const open = walletOn('solana')
    const broken = {
      ...open.connector,
      connect: async (request: ConnectRequest) => ({
        ...(await open.connector.connect(request)),
        accounts: [],
      }),
    }
    const connector = spanningConnector([wallet.connector, broken])
    await connector.connect(requestFor('eip155', 'solana').request)
    expect([wallet.asked, open.asked]).toEqual([['connect'], ['connect', 'disconnect']])
  })

  it('fails as its first part did when none opened', async () => {
    const broken = { ...walletOn('solana').connector, connect: async () => ({}) as never }
    const wallet = walletOn('eip155', { answers: { connect: () => Promise.reject(new Error('Locked.')) } })
    await expect(
      spanningConnector([broken, wallet.connector]).connect(requestFor('eip155', 'solana').request),
    ).rejects.toMatchObject({ code: 'CONNECTION_INVALID' })
  })

  it('ends what was open when the person declines in the words of a wallet', async () => {
    const { connector, wallets } = three()
    wallets[2].answer({ connect: () => Promise.reject({ code: 4001, message: 'no' }) })
    await expect(connector.connect(requestFor('eip155', 'solana', 'bip122').request)).rejects.toBeDefined()
    expect(wallets[0].asked).toEqual(['connect', 'disconnect'])
    expect(wallets[1].asked).toEqual(['connect', 'disconnect'])
  })

  it('believes a part nothing about the namespaces of another', async () => {
    const liar = walletOn('eip155', {
      accounts: [fakeAccount('eip155:1', 'honest'), fakeAccount('solana:1', 'stolen')],
      networks: { eip155: 'eip155:1', solana: 'solana:2' },
    })
    const eip155 = { ...liar.connector, namespaces: ['eip155'] }
    const other = walletOn('solana')
    const { request, changes } = requestFor('eip155', 'solana')
    const connection = await spanningConnector([eip155, other.connector]).connect(request)
    expect(addresses(connection.accounts)).toEqual(['honest', 'solanafirst'])
    liar.report({ accounts: [fakeAccount('solana:1', 'stolen')], networks: { solana: 'solana:2' } })
    expect(addresses(connection.accounts)).toEqual(['honest', 'solanafirst'])
    expect(connection.networks).toEqual({ eip155: 'eip155:1', solana: 'solana:1' })
    expect(changes.map((change) => change.networks)).toEqual([{}])
  })

  it('reports the accounts of all parts when one changes', async () => {
    const { connector, wallets } = three()
    const { request, changes } = requestFor('eip155', 'solana', 'bip122')
    await connector.connect(request)
    wallets[1].report({ accounts: [fakeAccount('solana:1', 'solanasecond')] })
    expect(changes.map((change) => addresses(change.accounts))).toEqual([
      ['eip155first', 'solanasecond', 'bip122first'],
    ])
  })

  it('loses only the namespaces of a part that the wallet ends, and ends with the last', async () => {
    const { connector, wallets } = three()
    const { request, changes } = requestFor('eip155', 'solana', 'bip122')
    const connection = await connector.connect(request)
    wallets[0].report({ ended: {} })
    expect(addresses(changes.at(-1)?.accounts)).toEqual(['solanafirst', 'bip122first'])
    expect(connection.provider('eip155')).toBeUndefined()
    wallets[2].report({ ended: {} })
    wallets[1].report({ ended: { reason: 'Locked' } })
    expect(changes.at(-1)).toEqual({ ended: { reason: 'Locked' } })
  })

  it('does not report a change of one part while another is still being opened', async () => {
    const wallets = [walletOn('eip155'), walletOn('solana')] as const
    const second = {
      ...wallets[1].connector,
      async connect(request: ConnectRequest) {
        wallets[0].report({ accounts: [fakeAccount('eip155:1', 'eip155second')] })
        return wallets[1].connector.connect(request)
      },
    }
    const { request, changes } = requestFor('eip155', 'solana')
    const connection = await spanningConnector([wallets[0].connector, second]).connect(request)
    expect(changes).toEqual([])
    expect(addresses(connection.accounts)).toEqual(['eip155second', 'solanafirst'])
  })

  it('switches networks in the part they belong to', async () => {
    const { connector, wallets } = three()
    const connection = await connector.connect(requestFor('eip155', 'solana', 'bip122').request)
    await connection.switchNetwork?.('solana:2')
    expect(wallets.map((wallet) => wallet.asked.includes('switchNetwork solana:2'))).toEqual([
      false,
      true,
      false,
    ])
    expect(connection.networks).toMatchObject({ eip155: 'eip155:1', solana: 'solana:2' })
  })

  it('says when a part cannot be asked for a network', async () => {
    const wallet = walletOn('solana', { approvedNetworks: { solana: ['solana:1'] } })
    const fixed = {
      ...wallet.connector,
      async connect(request: ConnectRequest) {
        const { switchNetwork: _, ...connection } = await wallet.connector.connect(request)
        return connection
      },
    }
    const connector = spanningConnector([walletOn('eip155').connector, fixed])
    const connection = await connector.connect(requestFor('eip155', 'solana').request)
    await expect(connection.switchNetwork?.('solana:2')).rejects.toMatchObject({
      code: 'NETWORK_NOT_APPROVED',
    })
    await expect(connection.switchNetwork?.('solana:1')).resolves.toBeUndefined()
  })

  it('ends every part, though one of them fails', async () => {
    const { connector, wallets } = three()
    const connection = await connector.connect(requestFor('eip155', 'solana', 'bip122').request)
    wallets[0].answer({
      disconnect: () => {
        throw new Error('No answer')
      },
    })
    await expect(connection.disconnect()).rejects.toThrow('No answer')
    expect(wallets.map((wallet) => wallet.asked.at(-1))).toEqual(['disconnect', 'disconnect', 'disconnect'])
  })

  it('takes up what answers, and nothing when nothing does', async () => {
    const { connector, wallets } = three()
    wallets[1].answer({ restore: () => undefined })
    wallets[2].answer({ restore: 'reject' })
    const { request } = requestFor('eip155', 'solana', 'bip122')
    expect(addresses((await connector.restore?.(request))?.accounts)).toEqual(['eip155first'])
    wallets[0].answer({ restore: () => undefined })
    await expect(connector.restore?.(request)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    wallets[2].answer({ restore: () => undefined })
    expect(await connector.restore?.(request)).toBeUndefined()
  })
})

describe('the id of a wallet in several parts', () => {
  it('is the same for any order and names its parts', () => {
    const ids = ['solana.wallet.a+b', 'eip155.wallet.100%2B']
    const id = spanningId(ids.map((own) => ({ id: own })))
    expect(id).toBe(spanningId([...ids].reverse().map((own) => ({ id: own }))))
    expect([...partsOf(id)].sort()).toEqual([...ids].sort())
  })

  it('leaves a single id alone', () => {
    expect(spanningId([{ id: 'eip155.wallet.a+b' }])).toBe('eip155.wallet.a+b')
    expect(partsOf('eip155.wallet.a+b')).toEqual(['eip155.wallet.a+b'])
  })

  it('finds all of the connectors or none', () => {
    const [one, two] = [walletOn('eip155').connector, walletOn('solana').connector]
    const id = spanningId([one, two])
    expect(connectorsOf([two, one], id)).toEqual([two, one])
    expect(connectorsOf([one], id)).toEqual([])
    expect(connectorsOf([one], 'wallet+')).toEqual([])
  })
})
