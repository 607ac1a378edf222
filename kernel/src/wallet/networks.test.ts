import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../test/appWith.js'
import { UserRejectedError } from '../errors/userRejected.js'
import {
  fakeAccount,
  fakeNamespace,
  fakeStorage,
  fakeNetwork,
  type FakeWallet,
  fakeWallet,
  type FakeWalletOptions,
} from '../testing/index.js'
import type { NetworkId } from '../contracts/caip.js'
import { NetworkSwitched } from './networksState.js'

const evmAccount = fakeAccount('eip155:1', '0xa')
const solanaAccount = fakeAccount('solana:1', 'So')

async function connected(options: Partial<FakeWalletOptions> = {}, app: Parameters<typeof appWith>[0] = {}) {
  const wallet = fakeWallet({
    accounts: [evmAccount],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', restore: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
    ...options,
  })
  const made = appWith({ wallets: [wallet], ...app })
  await made.kernel.start()
  await made.session.connect({ connectorId: wallet.connector.id })
  made.events.length = 0
  const switches = () =>
    made.events.filter(({ id }) => id === NetworkSwitched.id).map(({ payload }) => payload)
  return { ...made, wallet, switches }
}

describe('before a wallet is connected', () => {
  it('lists what the host asked for and starts on the first network of each namespace', () => {
    const { networks } = appWith()
    expect(networks.list().map(({ id }) => id)).toEqual(['eip155:1', 'eip155:2', 'solana:1', 'solana:2'])
    expect(networks.list('solana').map(({ id }) => id)).toEqual(['solana:1', 'solana:2'])
    expect(networks.list('bip122')).toEqual([])
    expect(networks.find('solana:2')?.name).toBe('Network solana:2')
    expect(networks.find('solana:9')).toBeUndefined()
    expect(networks.active()).toMatchObject({ status: 'supported', id: 'eip155:1' })
    expect(networks.active('solana')).toMatchObject({ id: 'solana:1', network: { namespace: 'solana' } })
    expect(networks.active('bip122')).toBeUndefined()
    expect([networks.isApproved('eip155:2'), networks.supportsAllNetworks('eip155')]).toEqual([true, true])
  })

  it('starts on the default network the host names', () => {
    const { networks } = appWith({ defaultNetwork: 'eip155:2' })
    expect([networks.active('eip155')?.id, networks.active('solana')?.id]).toEqual(['eip155:2', 'solana:1'])
  })

  it.each(['eip155:9', 'cosmos:1'] as const)(
    'passes over the default network %s, which is not listed',
    (id) => {
      expect(appWith({ defaultNetwork: id }).networks.active()?.id).toBe('eip155:1')
    },
  )

  it('has no active network where there are none', () => {
    expect(appWith({ namespaces: [fakeNamespace('eip155', [])] }).networks.active()).toBeUndefined()
    expect(appWith({ namespaces: [] }).networks.active()).toBeUndefined()
  })

  it('switches by itself, within a namespace and to another one, and says so', async () => {
    const { networks, session, events } = appWith()
    await networks.switch('eip155:2')
    await networks.switch('solana:2')
    await networks.switch('solana:2')
    expect([networks.active('eip155')?.id, networks.active()?.id]).toEqual(['eip155:2', 'solana:2'])
    expect(session.state.activeNamespace).toBe('solana')
    expect(events.map(({ payload }) => payload)).toEqual([
      { networkId: 'eip155:2', by: 'app' },
      { networkId: 'solana:2', by: 'app' },
    ])
  })

  it('ends on the last of two switches', async () => {
    const { networks } = appWith()
    await Promise.all([networks.switch('eip155:2'), networks.switch('eip155:1')])
    expect(networks.active()?.id).toBe('eip155:1')
    expect(networks.state.switching).toBeUndefined()
  })

  it('keeps the choice over a reload, and drops one that is not listed any more', async () => {
    const storage = fakeStorage()
    await appWith({ storage }).networks.switch('eip155:2')
    expect(appWith({ storage }).networks.active()?.id).toBe('eip155:2')
    expect(appWith({ storage, namespaces: [fakeNamespace('eip155', ['1'])] }).networks.active()?.id).toBe(
      'eip155:1',
    )
  })

  it.each(['{"eip155":"solana:1"}', '{"eip155":1}', '[1]', '"x"'])('drops the stored choice %s', (text) => {
    const { networks, storage } = appWith({ storage: fakeStorage({ 'latchkey:networks': text }) })
    expect(networks.active()?.id).toBe('eip155:1')
    expect(storage.values.has('latchkey:networks')).toBe(false)
  })

  it.each(['eip155:9', 'cosmos:1', 'nonsense', ''])(
    'refuses to switch to %s, which is not listed',
    async (id) => {
      const { networks } = appWith()
      await expect(networks.switch(id as never)).rejects.toMatchObject({
        code: 'NETWORK_NOT_FOUND',
        shortMessage: 'Network Not Found',
      })
      expect(networks.state.switching).toBeUndefined()
    },
  )

  it('asks for the active network first, then for the others', async () => {
    const { networks } = appWith()
    await networks.switch('solana:2')
    expect(networks.idsFor(['eip155', 'solana'])).toEqual(['eip155:1', 'eip155:2', 'solana:2', 'solana:1'])
  })
})

describe('with a wallet', () => {
  it('asks the wallet, and shows what it is switching to meanwhile', async () => {
    const { networks, wallet, switches } = await connected()
    const switching = networks.switch('eip155:2')
    expect(networks.state.switching).toBe('eip155:2')
    await switching
    expect(wallet.asked).toContain('switchNetwork eip155:2')
    expect([networks.active()?.id, networks.state.switching]).toEqual(['eip155:2', undefined])
    expect(switches()).toEqual([{ networkId: 'eip155:2', by: 'app' }])
  })

  it('does not ask for the network the wallet stands on', async () => {
    const { networks, wallet, switches } = await connected()
    await networks.switch('eip155:1')
    expect(wallet.asked).toEqual(['connect'])
    expect(switches()).toEqual([])
  })

  it.each([
    ['declines', 'reject', 'USER_REJECTED'],
    [
      'fails with a number',
      () => Promise.reject({ code: 4902, message: 'Unrecognized chain' }),
      'RPC_UNRECOGNIZED_CHAIN',
    ],
    ['declines with a number', () => Promise.reject({ code: 4001, message: 'no' }), 'USER_REJECTED'],
    ['fails without one', () => Promise.reject(new Error('boom')), 'RPC_UNKNOWN'],
  ] as const)('stays where it is when the wallet %s', async (_, answer, code) => {
    const { networks, session, switches } = await connected({
      answers: { connect: 'approve', switchNetwork: answer },
    })
    await expect(networks.switch('eip155:2')).rejects.toMatchObject({ code })
    expect([networks.active()?.id, networks.state.switching]).toEqual(['eip155:1', undefined])
    expect(session.state.activeNamespace).toBe('eip155')
    expect(switches()).toEqual([])
  })

  it("follows a switch on the wallet's side, once", async () => {
    const { networks, wallet, switches } = await connected()
    wallet.report({ networks: { eip155: 'eip155:2' } })
    wallet.report({ networks: { eip155: 'eip155:2' } })
    expect(networks.active()?.id).toBe('eip155:2')
    expect(switches()).toEqual([{ networkId: 'eip155:2', by: 'wallet' }])
  })

  it('shows a network the host does not list as unsupported, and keeps the choice', async () => {
    const { networks, wallet, session } = await connected()
    wallet.report({ networks: { eip155: 'eip155:999' } })
    expect(networks.active()).toEqual({ status: 'unsupported', id: 'eip155:999' })
    await session.disconnect()
    expect(networks.active()).toMatchObject({ status: 'supported', id: 'eip155:1' })
  })

  it('leaves an unsupported network by a switch', async () => {
    const { networks, wallet } = await connected()
    wallet.report({ networks: { eip155: 'eip155:999' } })
    await networks.switch('eip155:1')
    expect(networks.active()).toMatchObject({ status: 'supported', id: 'eip155:1' })
  })

  it('ends where the wallet ends when two switches race', async () => {
    const answers: (() => void)[] = []
    const { networks, wallet, switches } = await connected(
      {
        answers: {
          connect: 'approve',
          switchNetwork: (id) =>
            new Promise<void>((resolve) =>
              answers.push(() => {
                wallet.report({ networks: { eip155: id } })
                resolve()
              }),
            ),
        },
        networks: { eip155: 'eip155:3' },
        // Listed: nothing else asks to switch.
      },
      { namespaces: [fakeNamespace('eip155', ['1', '2', '3'])] },
    )
    const both = [networks.switch('eip155:1'), networks.switch('eip155:2')]
    await settle()
    expect(networks.state.switching).toBe('eip155:2')
    answers[0]?.()
    await settle()
    expect([networks.active()?.id, networks.state.switching]).toEqual(['eip155:1', 'eip155:2'])
    answers[1]?.()
    await Promise.all(both)
    expect([networks.active()?.id, networks.state.switching]).toEqual(['eip155:2', undefined])
    expect(switches()).toEqual([
      { networkId: 'eip155:1', by: 'app' },
      { networkId: 'eip155:2', by: 'app' },
    ])
  })

  it('does not pull a person back to a namespace they have left since', async () => {
    let agree = () => {}
    const { networks, session, wallet } = await connected({
      answers: {
        connect: 'approve',
        switchNetwork: () =>
          new Promise<void>((resolve) => {
            agree = resolve
          }),
      },
    })
    const slow = networks.switch('eip155:2')
    await networks.switch('solana:1')
    agree()
    wallet.report({ networks: { eip155: 'eip155:2' } })
    await slow
    expect([session.state.activeNamespace, networks.active('eip155')?.id]).toEqual(['solana', 'eip155:2'])
  })

  it('switches to a namespace without asking a wallet that does not span it', async () => {
    const { networks, wallet, session } = await connected()
    await networks.switch('solana:2')
    expect(wallet.asked).toEqual(['connect'])
    expect(session.state.activeNamespace).toBe('solana')
    expect(networks.active()?.id).toBe('solana:2')
  })
})

describe('approval', () => {
  it('knows what the wallet agreed to', async () => {
    const { networks } = await connected({
      accounts: [evmAccount, solanaAccount],
      approvedNetworks: { eip155: ['eip155:1'] },
    })
    expect([networks.isApproved('eip155:1'), networks.isApproved('eip155:2')]).toEqual([true, false])
    expect([networks.supportsAllNetworks('eip155'), networks.supportsAllNetworks('solana')]).toEqual([
      false,
      true,
    ])
    expect(networks.isApproved('solana:2')).toBe(true)
  })

  it('follows what the wallet agrees to later', async () => {
    const { networks, wallet } = await connected({ approvedNetworks: { eip155: ['eip155:1'] } })
    wallet.report({ approvedNetworks: { eip155: ['eip155:1', 'eip155:2'] } })
    expect(networks.isApproved('eip155:2')).toBe(true)
  })

  it('is needed no more once the wallet may be asked for any network, and again when it may not', async () => {
    const { networks, wallet } = await connected({ approvedNetworks: { eip155: ['eip155:1'] } })
    const known = () => [networks.isApproved('eip155:2'), networks.supportsAllNetworks('eip155')]
    wallet.report({ approvedNetworks: { eip155: undefined } })
    expect(known()).toEqual([true, true])
    wallet.report({ approvedNetworks: { eip155: ['eip155:1'] } })
    expect(known()).toEqual([false, false])
  })

  it('starts on the first listed network the wallet agreed to', async () => {
    const { networks } = await connected({
      networks: {},
      approvedNetworks: { eip155: ['eip155:77', 'eip155:2'] },
    })
    expect(networks.active()?.id).toBe('eip155:2')
  })

  it('is asked of a wallet that cannot switch by itself', async () => {
    const { networks, session } = await connected({ answers: { connect: bareConnection(['eip155:1']) } })
    expect(session.activeConnection('eip155')?.name).toBe('Fake wallet')
    await expect(networks.switch('eip155:2')).rejects.toMatchObject({
      code: 'NETWORK_NOT_APPROVED',
      shortMessage:
        'Fake wallet was not connected to Network eip155:2. Disconnect and connect again to add it.',
    })
    expect(networks.active()?.id).toBe('eip155:1')
  })

  it('is enough where the wallet has no notion of a current network', async () => {
    const { networks } = await connected({ answers: { connect: bareConnection(['eip155:1', 'eip155:2']) } })
    await networks.switch('eip155:2')
    expect(networks.active()?.id).toBe('eip155:2')
  })
})

/** A wallet without `switchNetwork`. */
function bareConnection(approved: readonly `${string}:${string}`[]) {
  return async () => ({
    accounts: [evmAccount],
    networks: {},
    approvedNetworks: { eip155: approved },
    provider: () => undefined,
    disconnect: async () => {},
  })
}

it('forgets a namespace with its networks when its plugin is disposed', async () => {
  const { kernel, networks } = appWith()
  await kernel.dispose()
  expect(networks.list()).toEqual([])
  expect(new UserRejectedError().code).toBe('USER_REJECTED')
})

describe('a wallet that a person connects', () => {
  const standing = (
    id: NetworkId,
    app: Parameters<typeof appWith>[0] = {},
    options: Partial<FakeWalletOptions> = {},
  ) => connected({ networks: { eip155: id }, ...options }, app)
  const switchesOf = ({ wallet }: { wallet: FakeWallet }) =>
    wallet.asked.filter((question) => question.startsWith('switchNetwork'))

  it('stays on its own network where the app lists it', async () => {
    const app = await standing('eip155:2')
    await settle()
    expect([switchesOf(app), app.networks.active('eip155')?.id]).toEqual([[], 'eip155:2'])
  })

  it('is asked for a listed network where it stands on none', async () => {
    const app = await standing('eip155:9')
    await settle()
    expect([switchesOf(app), app.networks.active('eip155')?.id]).toEqual([
      ['switchNetwork eip155:1'],
      'eip155:1',
    ])
  })

  it('is asked for the network that the host names, once', async () => {
    const storage = fakeStorage()
    const app = await standing('eip155:1', { defaultNetwork: 'eip155:2', storage })
    await settle()
    expect(switchesOf(app)).toEqual(['switchNetwork eip155:2'])
    app.wallet.report({ networks: { eip155: 'eip155:1' } })
    await app.session.connect({ connectorId: app.wallet.connector.id })
    await settle()
    // The person moved it in the wallet since.
    expect(switchesOf(app)).toEqual(['switchNetwork eip155:2'])
  })

  it('is asked for the network that the person chose before, also after a reload', async () => {
    const storage = fakeStorage()
    const before = appWith({ storage })
    await before.kernel.start()
    await before.networks.switch('eip155:2')
    await before.kernel.dispose()
    const app = await standing('eip155:1', { storage })
    await settle()
    expect([switchesOf(app), app.networks.active('eip155')?.id]).toEqual([
      ['switchNetwork eip155:2'],
      'eip155:2',
    ])
  })

  it.each(['reject', 'hang'] as const)('is connected when its switch ends in "%s"', async (answer) => {
    const app = await standing('eip155:9', {}, { answers: { connect: 'approve', switchNetwork: answer } })
    await settle()
    expect(app.statuses()['eip155']).toBe('connected')
    expect(app.networks.active('eip155')).toEqual({ status: 'unsupported', id: 'eip155:9' })
    expect(app.networks.state.switching).toBe(answer === 'hang' ? 'eip155:1' : undefined)
  })

  it('is not asked for a network that it hasn’t approved', async () => {
    const app = await standing('eip155:9', {}, { approvedNetworks: { eip155: ['eip155:9'] } })
    await settle()
    expect(switchesOf(app)).toEqual([])
  })
})

describe('taking up sessions', () => {
  it('doesn’t take the network of another wallet for the one that was left', async () => {
    const storage = fakeStorage()
    const answers = {
      connect: 'approve',
      restore: 'approve',
      switchNetwork: 'approve',
      disconnect: 'approve',
    } as const
    const wallets = ['one', 'two'].map((id) =>
      fakeWallet({ id, accounts: [evmAccount], networks: { eip155: 'eip155:1' }, answers }),
    )
    const [one, two] = wallets as [FakeWallet, FakeWallet]
    const first = appWith({ wallets, storage })
    await first.kernel.start()
    await first.session.connect({ connectorId: 'two' })
    await first.session.connect({ connectorId: 'one' })
    one.report({ networks: { eip155: 'eip155:2' } })
    one.report({ networks: { eip155: 'eip155:77' } })
    await first.kernel.dispose()
    // Without a list of recent wallets, they're taken up in the order of connecting: the one that was not active first.
    storage.values.delete('latchkey:recent')
    const second = appWith({ wallets, storage })
    await second.kernel.start()
    await settle()
    for (const wallet of [two, one]) wallet.report({ accounts: [] })
    expect(second.networks.active('eip155')?.id).toBe('eip155:2')
  })
})

describe('a network that has closed', () => {
  const closed = { on: '2026-07-31', say: 'Move what you hold.' }
  const namespaces = [
    fakeNamespace('eip155', [], {
      networks: [
        fakeNetwork('eip155:1', { closed }),
        fakeNetwork('eip155:2'),
        fakeNetwork('eip155:3'),
        fakeNetwork('eip155:4', { closed }),
      ],
    }),
  ]

  it('is listed, and neither begun on nor asked for, though the host or an earlier visit named it', async () => {
    const storage = fakeStorage({ 'latchkey:networks': '{"eip155":"eip155:1"}' })
    for (const options of [{}, { defaultNetwork: 'eip155:1' }, { storage }] as const) {
      const { networks } = appWith({ namespaces, ...options })
      expect(networks.list().map(({ id }) => id)).toEqual(['eip155:1', 'eip155:2', 'eip155:3', 'eip155:4'])
      expect(networks.active()?.id).toBe('eip155:2')
      expect(networks.idsFor(['eip155'])).toEqual(['eip155:2', 'eip155:3'])
    }
  })

  it('is not switched to, and says what to do', async () => {
    const { networks } = appWith({ namespaces })
    await expect(networks.switch('eip155:1')).rejects.toMatchObject({
      code: 'NETWORK_CLOSED',
      shortMessage: 'Network eip155:1 isn’t offered any more. Move what you hold.',
    })
    expect(networks.active()?.id).toBe('eip155:2')
  })

  it('shows the account of a wallet that stands there, and is no choice of the next visit', async () => {
    const { networks, wallet, storage } = await connected({}, { namespaces })
    wallet.report({ networks: { eip155: 'eip155:1' } })
    expect(networks.active()).toMatchObject({ status: 'supported', network: { closed } })
    await networks.switch('eip155:1')
    expect(appWith({ storage, namespaces }).networks.active()?.id).toBe('eip155:2')
  })

  it('is left by a wallet that connects while it stands there', async () => {
    const { networks, wallet } = await connected({}, { namespaces })
    await settle()
    expect(wallet.asked).toContain('switchNetwork eip155:2')
    expect(networks.active()?.id).toBe('eip155:2')
  })

  it('comes after the open ones that a wallet agreed to', async () => {
    const { networks } = await connected(
      { networks: {}, approvedNetworks: { eip155: ['eip155:1', 'eip155:3'] } },
      { namespaces },
    )
    expect(networks.active()?.id).toBe('eip155:3')
  })

  it('is all there is where every network has closed', () => {
    const only = [fakeNamespace('eip155', [], { networks: [fakeNetwork('eip155:1', { closed })] })]
    const { networks } = appWith({ namespaces: only })
    expect([networks.active()?.id, networks.idsFor(['eip155'])]).toEqual(['eip155:1', ['eip155:1']])
  })
})
