import {
  AccountIdentities,
  capability,
  Identities,
  type Identity,
  type StorageAdapter,
  NameRegistry,
  type NameRegistryService,
  Names,
  type NamesService,
  plainWords,
} from '@latchkey/kernel/contracts'
import {
  type AnyEvent,
  BaseError,
  Connector,
  definePlugin,
  Namespace,
  UserRejectedError,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import { Navigation, Networks, Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  fakeClock,
  type FakeClock,
  fakeNamespace,
  fakeNetwork,
  fakeWallet,
  pluginSuite,
} from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { identity, type IdentityOptions, NameLookup, NameRegistration, problemOfNamePart } from './index.js'

/** Waits as long as a busy machine may need. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000 })

const alice = 'a11ce'
const mainnet: NetworkId = 'eip155:1'
const base: NetworkId = 'eip155:8453'
const testnet: NetworkId = 'eip155:11155111'
const picture = 'https://pictures.example/a.png'

interface Setting {
  readonly names?: Partial<NamesService>
  /** Names the namespace itself knows. */
  readonly own?: {
    supports?(networkId: NetworkId): boolean
    lookup(): Promise<Identity>
    resolve(): Promise<string | undefined>
  }
  readonly registry?: Partial<NameRegistryService>
  readonly options?: IdentityOptions
  readonly storage?: StorageAdapter
  readonly clock?: FakeClock
  readonly connect?: boolean
}

let kernel: Kernel | undefined
afterEach(async () => {
  await kernel?.dispose()
  kernel = undefined
})

async function start({ names, own, registry, options, connect = true, ...rest }: Setting) {
  const { storage = memoryStorage(), clock = fakeClock() } = rest
  const wallet = fakeWallet({
    accounts: [fakeAccount(mainnet, alice)],
    networks: { eip155: mainnet },
    answers: { connect: 'approve', restore: 'approve', disconnect: 'approve', switchNetwork: 'approve' },
  })
  const parts = definePlugin({
    id: 'test.parts',
    kernel: '^1.0.0',
    provides: [...(names ? [Names] : []), ...(registry ? [NameRegistry] : [])],
    setup(context) {
      const networks = [fakeNetwork(mainnet), fakeNetwork(base), fakeNetwork(testnet, { testnet: true })]
      const capabilities = own ? [capability(Identities, { ...own })] : []
      context.add(Namespace, fakeNamespace('eip155', [], { networks, capabilities }))
      context.add(Connector, wallet.connector)
      if (names) {
        context.provide(Names, () => ({
          supports: () => true,
          lookup: async () => ({}),
          resolve: async () => alice,
          ...names,
        }))
      }
      if (registry) {
        context.provide(NameRegistry, () => ({
          zone: 'latchkey.id',
          suggest: async () => [],
          owned: async () => [],
          register: async () => {},
          ...registry,
        }))
      }
    },
  })
  kernel = createKernel([parts, identity(options)], { storage, clock, logLevel: 'silent' })
  const events: AnyEvent[] = []
  kernel.events.onAny((event) => events.push(event))
  await kernel.start()
  if (connect) await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const identities = kernel.get(AccountIdentities)
  const shown = (networkId = mainnet) => identities.get(networkId, alice)
  const settled = (networkId = mainnet) =>
    until(() => {
      const entry = shown(networkId)
      expect(entry?.status).not.toBe('loading')
      expect(entry).toBeDefined()
      return entry
    })
  return { kernel, identities, clock, storage, events, shown, settled }
}

describe('plugin', () => {
  pluginSuite({ test, create: () => identity(), manifest })
})

describe('the name of an account', () => {
  it('without a way back is shown where registrars vouch for it, as nobody’s own', async () => {
    const resolve = vi.fn(async () => alice)
    const { settled, storage } = await start({
      names: { lookup: async () => ({ vouchedName: ' Nora Fischer ' }), resolve },
    })
    expect(await settled()).toEqual({ status: 'success', displayName: 'Nora Fischer' })
    expect(resolve).not.toHaveBeenCalled()
    expect(storage.get('latchkey:identities')).toContain('Nora Fischer')
  })

  it('that stands for the account counts before what registrars vouch for', async () => {
    const { settled } = await start({
      names: { lookup: async () => ({ name: 'nora.eth', vouchedName: 'Nora Fischer' }) },
    })
    expect(await settled()).toEqual({ status: 'success', name: 'nora.eth', displayName: 'nora.eth' })
  })

  it.each(['Нора', 'Nоra'])(
    'is said to have unusual letters where %s is vouched for',
    async (vouchedName) => {
      const { settled } = await start({ names: { lookup: async () => ({ vouchedName }) } })
      expect(await settled()).toEqual({
        status: 'success',
        displayName: vouchedName,
        caution: 'unusualLetters',
      })
    },
  )

  it.each(['J.R. Tolkien', 'Dr. No', 'Nora 2.0', 'Team 10x', 'n'.repeat(32)])(
    'may be %j, which passes for nothing else',
    async (vouchedName) => {
      const { settled } = await start({ names: { lookup: async () => ({ vouchedName }) } })
      expect(await settled()).toEqual({ status: 'success', displayName: vouchedName })
    },
  )

  it.each([
    'vitalik.eth',
    'vitalik.eth ✔',
    '✔vitalik.eth✔',
    'x nora.eth',
    'vitalik．eth',
    'vitalik.\u200aeth',
    'a 0x5aAe',
    '(0x5aAe)',
    '5Grw…utQY',
    '0x5aAe..Aed',
    'Nora\u202erehcsiF',
    'Nora\nFischer',
    'No\u200bra',
    '\u2800',
    '!!!',
    '',
    'n'.repeat(33),
  ])('is none where %j is vouched for, which would pass for something else', async (vouchedName) => {
    const { settled } = await start({ names: { lookup: async () => ({ vouchedName }) } })
    expect(await settled()).toEqual({ status: 'success' })
  })

  it('is not remembered when it is found after the account was disconnected', async () => {
    let answer = (_: Identity) => {}
    const lookup = vi.fn(
      () =>
        new Promise<Identity>((resolve) => {
          answer = resolve
        }),
    )
    const { kernel: own, storage, identities } = await start({ names: { lookup } })
    await until(() => expect(lookup).toHaveBeenCalled())
    const looked = identities.refresh(mainnet, alice)
    await own.get(Session).disconnect()
    answer({ name: 'nora.eth' })
    await looked
    expect(storage.get('latchkey:identities')).toBeNull()
  })

  it('is looked up for the active account, and shown once it points back', async () => {
    const lookup = vi.fn(async () => ({ name: 'nora.eth', avatar: picture }))
    const { settled } = await start({ names: { lookup } })
    expect(await settled()).toEqual({
      status: 'success',
      name: 'nora.eth',
      displayName: 'nora.eth',
      avatar: picture,
    })
    expect(lookup).toHaveBeenCalledTimes(1)
    expect(lookup).toHaveBeenCalledWith(expect.objectContaining({ networkId: mainnet, address: alice }))
  })

  it('is not shown when it stands for somebody else, or for nobody', async () => {
    for (const owner of ['b0b', undefined]) {
      const { settled } = await start({
        names: { lookup: async () => ({ name: 'nora.eth', avatar: picture }), resolve: async () => owner },
      })
      expect(await settled()).toEqual({ status: 'success' })
      await kernel?.dispose()
    }
  })

  it('is not shown when it is not in normal form', async () => {
    for (const name of [
      'Nora.eth',
      '\u0430lice.eth',
      'nora\u200b.eth',
      'no.ra..eth',
      `${'a'.repeat(300)}.eth`,
    ]) {
      const { settled } = await start({ names: { lookup: async () => ({ name, avatar: picture }) } })
      expect(await settled(), name).toEqual({ status: 'success' })
      await kernel?.dispose()
    }
  })

  it('is flagged when its letters are not those from a to z', async () => {
    const { settled } = await start({ names: { lookup: async () => ({ name: 'нора.eth' }) } })
    expect(await settled()).toMatchObject({ name: 'нора.eth', caution: 'unusualLetters' })
  })

  it('is not asked for on test networks, unless the host wants it, and is cleared there', async () => {
    const lookup = vi.fn(async () => ({ name: 'nora.eth' }))
    const { kernel, shown, settled } = await start({ names: { lookup } })
    await settled()
    await kernel.get(Networks).switch(testnet)
    expect(shown(testnet)).toBeUndefined()
    expect(lookup).toHaveBeenCalledTimes(1)
    await kernel.dispose()
    const other = await start({ names: { lookup }, options: { testnets: true } })
    await other.kernel.get(Networks).switch(testnet)
    expect(await other.settled(testnet)).toMatchObject({ name: 'nora.eth' })
  })

  it('is not asked for where nobody knows names', async () => {
    const lookup = vi.fn(async () => ({}))
    const { shown } = await start({ names: { lookup, supports: () => false } })
    expect([shown(), lookup.mock.calls]).toEqual([undefined, []])
  })

  it('comes from the namespace itself when no plugin provides names', async () => {
    const own = { lookup: async () => ({ name: 'own.eth' }), resolve: async () => alice }
    const { settled } = await start({ own })
    expect(await settled()).toMatchObject({ name: 'own.eth' })
    await kernel?.dispose()
    const elsewhere = await start({ own: { ...own, supports: (networkId) => networkId === base } })
    expect(elsewhere.shown()).toBeUndefined()
    await elsewhere.kernel.get(Networks).switch(base)
    expect(await elsewhere.settled(base)).toMatchObject({ name: 'own.eth' })
  })
})

describe('the cache', () => {
  it('keeps an answer for five minutes, and asks again when told to', async () => {
    const lookup = vi.fn(async () => ({ name: 'nora.eth' }))
    const { identities, clock, settled } = await start({ names: { lookup } })
    await settled()
    clock.advance(299_999)
    await identities.refresh(mainnet, alice)
    expect(lookup).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await identities.refresh(mainnet, alice)
    expect(lookup).toHaveBeenCalledTimes(2)
    await Promise.all([
      identities.refresh(mainnet, alice, { force: true }),
      identities.refresh(mainnet, alice, { force: true }),
    ])
    expect(lookup).toHaveBeenCalledTimes(3)
  })

  it('shows the name at once after a reload, without a request, while it is young', async () => {
    const storage = memoryStorage()
    const clock = fakeClock()
    const lookup = vi.fn(async () => ({ name: 'nora.eth', avatar: picture }))
    const first = await start({ names: { lookup }, storage, clock })
    await first.settled()
    await first.kernel.dispose()
    clock.advance(60_000)
    const second = await start({ names: { lookup }, storage, clock, connect: false })
    await until(() => expect(second.kernel.get(Session).activeAccount('eip155')).toBeDefined())
    expect(second.shown()).toMatchObject({ status: 'success', name: 'nora.eth', avatar: picture })
    expect(lookup).toHaveBeenCalledTimes(1)
    await second.kernel.dispose()
    clock.advance(300_000)
    const third = await start({ names: { lookup }, storage, clock, connect: false })
    await until(() => expect(lookup).toHaveBeenCalledTimes(2))
    await third.settled()
  })

  it('is emptied on disconnecting, and drops what is damaged', async () => {
    const values = new Map<string, string>()
    const storage: StorageAdapter = {
      get: (key) => values.get(key) ?? null,
      set: (key, value) => void values.set(key, value),
      remove: (key) => void values.delete(key),
    }
    const { kernel, settled } = await start({
      names: { lookup: async () => ({ name: 'nora.eth' }) },
      storage,
    })
    await settled()
    expect(values.get('latchkey:identities')).toContain('nora.eth')
    await kernel.get(Session).disconnect()
    expect(values.has('latchkey:identities')).toBe(false)
    await kernel.dispose()
    values.set('latchkey:identities', '[{"key":1}]')
    const again = await start({ names: { lookup: async () => ({ name: 'new.eth' }) }, storage })
    expect(await again.settled()).toMatchObject({ name: 'new.eth' })
  })

  it('is emptied at a start without a session', async () => {
    const values = new Map<string, string>()
    const storage: StorageAdapter = {
      get: (key) => values.get(key) ?? null,
      set: (key, value) => void values.set(key, value),
      remove: (key) => void values.delete(key),
    }
    const first = await start({ names: { lookup: async () => ({ name: 'nora.eth' }) }, storage })
    await first.settled()
    const left = values.get('latchkey:identities') ?? ''
    expect(left).toContain('nora.eth')
    await first.kernel.get(Session).disconnect()
    await first.kernel.dispose()
    values.set('latchkey:identities', left)
    await start({ storage, connect: false })
    expect(values.has('latchkey:identities')).toBe(false)
  })
})

describe('when looking up fails', () => {
  const down = () => Promise.reject(new Error('down'))
  const own = { lookup: async () => ({ name: 'own.eth', avatar: picture }), resolve: async () => alice }

  it('the name is read another way, and the picture stays on Ethereum only', async () => {
    const { kernel, settled } = await start({ names: { lookup: down }, own })
    expect(await settled()).toEqual({
      status: 'success',
      name: 'own.eth',
      displayName: 'own.eth',
      avatar: picture,
    })
    await kernel.get(Networks).switch(base)
    const elsewhere = await settled(base)
    expect(elsewhere).toMatchObject({ name: 'own.eth' })
    expect(elsewhere).not.toHaveProperty('avatar')
  })

  it('on both ways keeps the last name, clears the picture where the chain id is not 1, and tries again later', async () => {
    let isDown = false
    const lookup = vi.fn(async () => {
      if (isDown) throw new Error('down')
      return { name: 'nora.eth', avatar: picture }
    })
    const { kernel, identities, clock, settled, shown } = await start({ names: { lookup } })
    await settled()
    await kernel.get(Networks).switch(base)
    await settled(base)
    isDown = true
    for (const networkId of [mainnet, base]) await identities.refresh(networkId, alice, { force: true })
    expect(shown()).toMatchObject({ status: 'error', name: 'nora.eth', avatar: picture })
    expect(shown(base)).toMatchObject({
      status: 'error',
      name: 'nora.eth',
      error: { code: 'NAMES_UNAVAILABLE' },
    })
    expect(shown(base)).not.toHaveProperty('avatar')
    const asked = lookup.mock.calls.length
    await identities.refresh(base, alice)
    expect(lookup).toHaveBeenCalledTimes(asked)
    isDown = false
    clock.advance(30_000)
    await identities.refresh(base, alice)
    expect(shown(base)).toEqual({
      status: 'success',
      name: 'nora.eth',
      displayName: 'nora.eth',
      avatar: picture,
    })
  })

  it('a name that cannot be checked is not shown', async () => {
    const { settled } = await start({ names: { lookup: async () => ({ name: 'nora.eth' }), resolve: down } })
    const entry = await settled()
    expect(entry?.status).toBe('error')
    expect(entry).not.toHaveProperty('name')
  })
})

describe('a name that is typed', () => {
  it('is resolved in normal form, anew each time', async () => {
    const resolve = vi.fn(async () => 'b0b')
    const { kernel } = await start({ names: { resolve } })
    const lookup = kernel.get(NameLookup)
    resolve.mockClear()
    const found = await lookup.resolve({ networkId: mainnet, name: ' Nora.ETH ' })
    expect(found).toEqual({ name: 'nora.eth', displayName: 'nora.eth', address: 'b0b' })
    await lookup.resolve({ networkId: mainnet, name: 'nora.eth' })
    expect(resolve).toHaveBeenCalledTimes(2)
    expect(resolve).toHaveBeenLastCalledWith({ networkId: mainnet, name: 'nora.eth' })
  })

  it('that is none asks nobody', async () => {
    const resolve = vi.fn(async () => 'b0b')
    const { kernel } = await start({ names: { resolve } })
    resolve.mockClear()
    for (const name of ['nora', '', 'a..eth', '\u0430lice.eth', 'a b.eth']) {
      expect(await kernel.get(NameLookup).resolve({ networkId: mainnet, name })).toBeUndefined()
    }
    expect(resolve).not.toHaveBeenCalled()
  })

  it('says that its code is missing, and is loaded by the next call', async () => {
    const { kernel } = await start({ names: {}, connect: false })
    const lookup = kernel.get(NameLookup)
    vi.doMock('./lazy/accountNames.js', () => Promise.reject(new Error('offline')))
    const asked = { networkId: mainnet, name: 'nora.eth' }
    await expect(lookup.resolve(asked)).rejects.toMatchObject({ code: 'LOAD_FAILED' })
    vi.doUnmock('./lazy/accountNames.js')
    expect(await lookup.resolve(asked)).toMatchObject({ address: alice })
  })
})

describe('taking a name', () => {
  const told = (events: readonly AnyEvent[]) =>
    events.filter(({ id }) => /ENS|NAME/.test(id)).map(({ id, payload }) => [id, payload])
  const facts = { isSmartAccount: false, ensName: 'nora.latchkey.id' }

  it('needs four to 64 letters, digits or hyphens', () => {
    const problemOf = (part: string) => {
      const words = problemOfNamePart(part)
      return words && plainWords(words)
    }
    expect(['abcd', 'a-1-b', '1234', 'x'.repeat(64)].map(problemOf)).toEqual(Array(4).fill(undefined))
    expect(problemOf('abc')).toBe('Use at least 4 characters.')
    expect(problemOf('x'.repeat(65))).toBe('Use at most 64 characters.')
    expect(problemOf('xn--abc')).toBe('A name can’t have hyphens as its third and fourth characters.')
    for (const part of ['no_ra', 'no.ra', 'nörä', 'no ra', 'нора']) {
      expect(problemOf(part)).toBe('Use letters, digits and hyphens only.')
    }
  })

  it('is signed by the active account with its wallet, tells of it, and reads the name anew', async () => {
    let owner: string | undefined
    const register = vi.fn(async ({ name }: { name: string }) => {
      owner = name
    })
    const { kernel, events, settled, shown } = await start({
      registry: { register },
      names: { lookup: async () => (owner === undefined ? {} : { name: owner }) },
    })
    await settled()
    const registration = kernel.get(NameRegistration)
    registration.open()
    await registration.register('nora.latchkey.id')
    expect(register).toHaveBeenCalledWith({
      name: 'nora.latchkey.id',
      networkId: mainnet,
      account: expect.objectContaining({ address: alice }),
      sign: expect.any(Function),
      signal: expect.any(AbortSignal),
    })
    await until(() => expect(shown()?.name).toBe('nora.latchkey.id'))
    expect(registration.state).toEqual({ part: '', pending: undefined, error: undefined })
    expect(told(events)).toEqual([
      ['OPEN_ENS_FLOW', { isSmartAccount: false }],
      ['REGISTER_NAME_INITIATED', facts],
      ['REGISTER_NAME_SUCCESS', facts],
    ])
  })

  it.each([
    [
      'the registry’s own reason, which it gives as one of our errors',
      new BaseError('This name is taken. Choose another one.', { code: 'NAME_TAKEN' }),
      { code: 'NAME_TAKEN', shortMessage: 'This name is taken. Choose another one.' },
    ],
    [
      'a sentence of ours, with the words of a stranger for developers alone',
      new Error('Send your recovery phrase to support.'),
      {
        code: 'NAME_REGISTRATION_FAILED',
        shortMessage: 'Couldn’t register the name. Try again.',
        metaMessages: ['The cause said: Send your recovery phrase to support.'],
      },
    ],
  ])('tells of a failure by %s', async (_, cause, error) => {
    const { kernel, events } = await start({ registry: { register: () => Promise.reject(cause) } })
    await kernel.get(NameRegistration).register('nora.latchkey.id')
    expect(kernel.get(NameRegistration).state.error).toMatchObject(error)
    expect(told(events).at(-1)).toEqual(['REGISTER_NAME_ERROR', { ...facts, error: error.shortMessage }])
  })

  it('takes a person who declines for no error', async () => {
    const register = () => Promise.reject(new UserRejectedError())
    const { kernel, events } = await start({ registry: { register } })
    await kernel.get(NameRegistration).register('nora.latchkey.id')
    expect(kernel.get(NameRegistration).state).toEqual({ part: '', pending: undefined, error: undefined })
    expect(told(events).map(([id]) => id)).toEqual(['REGISTER_NAME_INITIATED'])
  })

  it('can be called off while the wallet does not answer, and begun again', async () => {
    const signals: AbortSignal[] = []
    const register = vi.fn(({ signal }: { signal?: AbortSignal }) => {
      if (signal) signals.push(signal)
      return new Promise<void>(() => {})
    })
    const { kernel } = await start({ registry: { register } })
    const navigation = kernel.get(Navigation)
    navigation.attach(() => true)
    const registration = kernel.get(NameRegistration)
    const first = registration.register('nora.latchkey.id')
    await until(() => expect(registration.state.pending).toBe('nora.latchkey.id'))
    await registration.register('other.latchkey.id')
    expect(register).toHaveBeenCalledTimes(1)
    navigation.close()
    await first
    expect(signals[0]?.aborted).toBe(true)
    expect(registration.state).toEqual({ part: '', pending: undefined, error: undefined })
    void registration.register('other.latchkey.id')
    await until(() => expect(register).toHaveBeenCalledTimes(2))
  })

  it('says to code that nothing is connected, or that the network takes no names, and asks nobody', async () => {
    const register = vi.fn(async () => {})
    const owned = vi.fn(async () => [])
    const { kernel, events } = await start({
      registry: { register, owned, supports: (networkId) => networkId !== base },
    })
    const registration = kernel.get(NameRegistration)
    await kernel.get(Networks).switch(base)
    await registration.register('nora.latchkey.id')
    expect(registration.state.error).toMatchObject({
      code: 'NAME_NETWORK_UNSUPPORTED',
      shortMessage:
        'Accounts of this network can’t take a name here. Switch the network, then choose a name.',
    })
    await kernel.get(Session).disconnect()
    await registration.register('nora.latchkey.id')
    expect(registration.state).toMatchObject({
      pending: undefined,
      error: {
        code: 'NAME_ACCOUNT_MISSING',
        shortMessage: 'No account connected. Connect a wallet, then choose a name.',
      },
    })
    await expect(registration.owned()).rejects.toMatchObject({ code: 'NAME_ACCOUNT_MISSING' })
    expect(register).not.toHaveBeenCalled()
    expect(owned).not.toHaveBeenCalled()
    expect(told(events)).toEqual([])
  })

  it('is not there without a registry', async () => {
    const { kernel } = await start({ names: {} })
    const registration = kernel.get(NameRegistration)
    expect(registration.zone).toBeUndefined()
    await expect(registration.suggest('nora')).rejects.toMatchObject({ code: 'NAME_REGISTRY_MISSING' })
  })
})
