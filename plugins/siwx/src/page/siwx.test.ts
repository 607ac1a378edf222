import { BaseError, type ConnectRequest, route } from '@latchkey/kernel/plugin'
import { truncateAddress } from '@latchkey/kernel/contracts'
import { ConnectRoute, Disconnected, Notifications } from '@latchkey/kernel/wallet'
import { fakeStorage } from '@latchkey/kernel/testing'
import { recoverMessageAddress } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { account, alice, bob, carol, evmWallet, settle, signInApp } from '../../test/signInApp.js'
import { untilText } from './untilText.js'
import { eip155Profile, parseMessage, type SiwxStorageService } from '../index.js'

const sign = 'SIWXSignMessage'
const on1 = (address: string) => `eip155:1:${address}` as const
const on2 = (address: string) => `eip155:2:${address}` as const

describe.each([
  ['required', true],
  ['optional', false],
])('when sign-in is %s', (_, required) => {
  it('asks after connecting, and closes once it is signed and stored', async () => {
    const app = await signInApp({ siwx: { required } })
    expect(app.siwx.status).toBeUndefined()
    await app.connect()
    expect([app.view(), app.siwx.status]).toEqual([sign, 'signedOut'])
    expect(await app.sign()).toBe(true)
    expect([app.view(), app.siwx.status]).toEqual([undefined, 'signedIn'])
    expect((await app.siwx.getSessions()).map(({ accountId }) => accountId)).toEqual([on1(alice)])
    expect(app.eventIds()).toEqual(expect.arrayContaining(['CLICK_SIGN_SIWX_MESSAGE', 'SIWX_AUTH_SUCCESS']))
  })

  it('says who signed in, where, and until when', async () => {
    const app = await signInApp({ siwx: { required, expiration: 3600 } })
    await app.connect()
    await app.sign()
    const { toasts } = app.kernel.get(Notifications).state
    const until = app.clock.now() + 3_600_000
    expect(toasts.map(({ type, message }) => ({ type, message }))).toEqual([
      {
        type: 'success',
        message: {
          section: 'siwx',
          key: 'signedIn',
          parameters: { address: truncateAddress(alice), network: 'Network eip155:1', until },
          text: `Signed in as ${truncateAddress(alice)} on Network eip155:1 until ${untilText(until)}.`,
        },
      },
    ])
  })

  it('names no end of a session that has none', async () => {
    const app = await signInApp({ siwx: { required } })
    await app.connect()
    await app.sign()
    const [toast] = app.kernel.get(Notifications).state.toasts
    expect(toast?.message).toMatchObject({
      text: `Signed in as ${truncateAddress(alice)} on Network eip155:1.`,
    })
  })

  it('keeps the session over a reload, and asks again where there is none', async () => {
    const storage = fakeStorage()
    const first = await signInApp({ siwx: { required }, storage })
    await first.connect()
    await first.sign()
    await first.kernel.dispose()

    const second = await signInApp({ siwx: { required }, storage })
    expect([second.isConnected(), second.siwx.status, second.view()]).toEqual([true, 'signedIn', undefined])
    await second.siwx.signOut()
    await second.kernel.dispose()

    const third = await signInApp({ siwx: { required }, storage })
    expect([third.isConnected(), third.siwx.status, third.view()]).toEqual([true, 'signedOut', sign])
  })

  it.each([
    ['reject', 'eoa', 'Signature declined', 'SIGNATURE_DECLINED'],
    ['fail', 'eoa', 'Signing in failed. Try again.', 'SIWX_SIGN_IN_FAILED'],
    ['reject', 'smartAccount', 'Signature declined', 'SIGNATURE_DECLINED'],
    [
      'fail',
      'smartAccount',
      'This application might not support Smart Accounts',
      'SMART_ACCOUNTS_UNSUPPORTED',
    ],
  ] as const)('says why it failed: the wallet answers %s for %s', async (answer, kind, sentence, code) => {
    const wallet = evmWallet('fake.wallet', [account(alice, kind)])
    const app = await signInApp({ siwx: { required }, wallets: [wallet] })
    await app.connect()
    app.answer(answer)
    expect(await app.sign()).toBe(false)
    expect(app.view()).toBe(sign)
    expect(app.siwx.state).toMatchObject({ phase: 'idle', error: { code } })
    expect(app.siwx.state.error?.shortMessage).toBe(sentence)
    // What the view goes on saying isn't said over it as well.
    const isSaidByView = code === 'SIWX_SIGN_IN_FAILED'
    expect(app.notifications.state.snackbar).toMatchObject(
      isSaidByView
        ? { open: false }
        : { open: true, message: { section: 'errors', text: sentence }, variant: 'error' },
    )
    expect(app.events.find(({ id }) => id === 'SIWX_AUTH_ERROR')?.payload).toEqual({
      networkId: 'eip155:1',
      isSmartAccount: kind === 'smartAccount',
      code,
    })
    app.answer('approve')
    expect(await app.sign()).toBe(true)
    expect([app.view(), app.siwx.state.error]).toEqual([undefined, undefined])
  })

  it('says that the wallet offers nothing to ask, and asks for no signature', async () => {
    const { connector, ...wallet } = evmWallet()
    const mute = {
      ...connector,
      connect: async (request: ConnectRequest) => ({
        ...(await connector.connect(request)),
        provider: () => undefined,
      }),
    }
    const app = await signInApp({ siwx: { required }, wallets: [{ ...wallet, connector: mute }] as never })
    await app.connect()
    expect(await app.sign()).toBe(false)
    expect(app.siwx.state.error).toMatchObject({
      code: 'CONNECTION_CLIENT_MISSING',
      shortMessage: 'No ConnectionController client found',
    })
    expect(app.asked).toEqual([])
  })

  it('asks again for another account and another network, and not for one that has signed', async () => {
    const app = await signInApp({ siwx: { required } })
    await app.connect()
    await app.sign()
    await app.networks.switch('eip155:2')
    await settle()
    expect([app.view(), app.siwx.state.accountId]).toEqual([sign, on2(alice)])
    await app.sign()
    app.wallets[0]?.report({ accounts: [account(bob), account(alice)] })
    await settle()
    expect([app.view(), app.siwx.state.accountId]).toEqual([sign, on2(bob)])
    await app.sign()
    await app.networks.switch('eip155:1')
    await settle()
    expect([app.view(), app.siwx.status]).toEqual([sign, 'signedOut'])
    app.wallets[0]?.report({ accounts: [account(alice), account(bob)] })
    await settle()
    expect([app.view(), app.siwx.status]).toEqual([undefined, 'signedIn'])
    expect(app.siwx.state.statuses).toEqual({
      [on1(alice)]: 'signedIn',
      [on2(alice)]: 'signedIn',
      [on2(bob)]: 'signedIn',
      [on1(bob)]: 'signedOut',
    })
    expect(app.siwx.state.sessions.map(({ accountId }) => accountId).sort()).toEqual(
      [on1(alice), on2(alice), on2(bob)].sort(),
    )
  })

  it('never asks on a network the host does not list', async () => {
    const app = await signInApp({ siwx: { required } })
    await app.connect()
    await app.sign()
    app.wallets[0]?.report({ networks: { eip155: 'eip155:99' } })
    await settle()
    expect([app.view(), app.siwx.status]).toEqual([undefined, 'unsupported'])
    await expect(app.siwx.sign()).rejects.toMatchObject({ code: 'UNSUPPORTED_CHAIN' })
    expect(app.asked).toHaveLength(1)
    app.wallets[0]?.report({ networks: { eip155: 'eip155:1' } })
    await settle()
    expect(app.siwx.status).toBe('signedIn')
  })

  it('leaves the view when the wallet moves to an unsupported network or goes, whatever it was doing', async () => {
    const app = await signInApp({ siwx: { required } })
    await app.connect()
    app.answer('hang')
    const pending = app.siwx.sign()
    await settle()
    expect(app.siwx.state.phase).toBe('signing')
    app.wallets[0]?.report({ networks: { eip155: 'eip155:99' } })
    await settle()
    expect([app.view(), app.siwx.state.phase, await pending]).toEqual([undefined, 'idle', false])
    app.wallets[0]?.report({ networks: { eip155: 'eip155:1' } })
    await settle()
    expect(app.view()).toBe(sign)
    app.wallets[0]?.report({ ended: {} })
    await settle()
    expect([app.view(), app.siwx.status]).toEqual([undefined, undefined])
    await expect(app.siwx.sign()).rejects.toMatchObject({
      code: 'ACTIVE_ADDRESS_MISSING',
      shortMessage: 'No ActiveCaipAddress found',
    })
  })

  it('stores nothing of a signature that comes after the account was left', async () => {
    const app = await signInApp({ siwx: { required } })
    await app.connect()
    app.answer('hold')
    const pending = app.siwx.sign()
    await settle()
    app.wallets[0]?.report({ accounts: [account(bob)] })
    await settle()
    app.release()
    expect([await pending, app.asked.length]).toEqual([false, 1])
    await settle()
    expect(await app.siwx.getSessions()).toEqual([])
    expect(app.view()).toBe(sign)
  })

  it('ends the session with the connection, of that wallet alone', async () => {
    const wallets = [evmWallet('one', [account(alice)]), evmWallet('two', [account(carol)])]
    const app = await signInApp({ siwx: { required }, wallets })
    await app.connect('one')
    await app.sign()
    await app.connect('two')
    await app.sign()
    expect(app.siwx.state.sessions).toHaveLength(2)
    await app.session.disconnect({ connectionId: 'two' })
    await settle()
    expect((await app.siwx.getSessions()).map(({ accountId }) => accountId)).toEqual([on1(alice)])
    expect(app.siwx.status).toBe('signedIn')
    expect(app.events.find(({ id }) => id === 'SIWX_SIGN_OUT')?.payload).toEqual({ accountIds: [on1(carol)] })
  })

  it('keeps the session over a disconnection when it is told to', async () => {
    const app = await signInApp({ siwx: { required, signOutOnDisconnect: false } })
    await app.connect()
    await app.sign()
    await app.session.disconnect()
    await app.connect()
    expect([app.siwx.status, app.view()]).toEqual(['signedIn', undefined])
  })

  it('asks again when the session has expired', async () => {
    const app = await signInApp({ siwx: { required, expiration: 3600 } })
    await app.connect()
    await app.sign()
    app.clock.advance(3_599_000)
    await settle()
    expect(app.siwx.status).toBe('signedIn')
    app.clock.advance(1_000)
    await settle()
    expect([app.siwx.status, app.view()]).toEqual(['signedOut', sign])
  })

  it('follows another tab that signs in and out', async () => {
    const storage = fakeStorage()
    const here = await signInApp({ siwx: { required }, storage })
    await here.connect()
    const there = await signInApp({ siwx: { required }, storage: storage.openTab() })
    expect([here.view(), there.view()]).toEqual([sign, sign])
    await there.sign()
    await settle()
    expect([here.view(), here.siwx.status]).toEqual([undefined, 'signedIn'])
  })

  it('works without a shell', async () => {
    const app = await signInApp({ siwx: { required }, headless: true })
    await app.connect()
    expect([app.view(), app.siwx.status]).toEqual([undefined, 'signedOut'])
    app.answer('fail')
    expect(await app.sign()).toBe(false)
    // No view says it.
    expect(app.notifications.state.snackbar.message).toMatchObject({ text: 'Signing in failed. Try again.' })
    app.answer('approve')
    expect(await app.sign()).toBe(true)
    expect(app.siwx.status).toBe('signedIn')
  })

  it('says that sessions cannot be read', async () => {
    const storage: SiwxStorageService = {
      list: () => Promise.reject(new Error('down')),
      add: async () => {},
      remove: async () => {},
    }
    const app = await signInApp({ siwx: { required, storage } })
    await app.connect()
    expect(app.notifications.state.snackbar.message).toMatchObject({
      text: 'A problem occurred while trying initialize authentication',
    })
    expect(app.isConnected()).toBe(!required)
    expect(app.view()).toBe(required ? ConnectRoute.name : undefined)
  })
})

describe('required', () => {
  it('refuses to leave the sign and approve views until there is a session', async () => {
    const app = await signInApp({ siwx: { required: true } })
    await app.connect()
    expect(app.navigation.close()).toBe(false)
    expect(app.navigation.back()).toBe(false)
    expect(app.navigation.state.refusal).toEqual({
      section: 'siwx',
      key: 'required',
      text: 'This app requires sign-in. Cancel to disconnect.',
    })
    app.navigation.requestApproval({ view: route('ApproveTransaction') })
    expect([app.view(), app.navigation.close()]).toEqual(['ApproveTransaction', false])
    app.navigation.settle('success')
    expect(app.view()).toBe(sign)
    await app.sign()
    app.navigation.requestApproval({ view: route('ApproveTransaction') })
    expect(app.navigation.close()).toBe(true)
  })

  it('disconnects on cancel when nothing was signed before', async () => {
    const app = await signInApp({ siwx: { required: true } })
    await app.connect()
    await app.siwx.cancel()
    await settle()
    expect([app.isConnected(), app.view(), app.siwx.state.phase]).toEqual([false, undefined, 'idle'])
    expect(app.eventIds()).toContain('CLICK_CANCEL_SIWX')
    expect(app.eventIds()).toContain(Disconnected.id)
    // The modal begins anew: it opens at Connect, with no way back to the sign-in.
    app.navigation.open(ConnectRoute)
    expect(app.navigation.state.entries.map(({ name }) => name)).toEqual([ConnectRoute.name])
  })

  it('disconnects on cancel while the wallet is being asked', async () => {
    const app = await signInApp({ siwx: { required: true } })
    await app.connect()
    app.answer('hang')
    const pending = app.siwx.sign()
    await app.siwx.cancel()
    expect([await pending, app.isConnected()]).toEqual([false, false])
  })

  it('goes back to the network that was signed', async () => {
    const app = await signInApp({ siwx: { required: true } })
    await app.connect()
    await app.sign()
    await app.networks.switch('eip155:2')
    await settle()
    await app.siwx.cancel()
    await settle()
    expect(app.networks.active()?.id).toBe('eip155:1')
    expect([app.isConnected(), app.siwx.status, app.view()]).toEqual([true, 'signedIn', undefined])
  })

  it('goes back to the account that was signed', async () => {
    const app = await signInApp({ siwx: { required: true } })
    await app.connect()
    await app.sign()
    app.session.setActiveAccount({
      namespace: 'eip155',
      connectionId: 'fake.wallet',
      accountId: on1(bob),
    })
    await settle()
    expect(app.view()).toBe(sign)
    await app.siwx.cancel()
    await settle()
    expect([app.siwx.state.accountId, app.siwx.status, app.view()]).toEqual([
      on1(alice),
      'signedIn',
      undefined,
    ])
  })

  it('disconnects when the wallet does not let it go back, or when told twice', async () => {
    for (const answer of ['reject', 'hang'] as const) {
      const app = await signInApp({ siwx: { required: true } })
      await app.connect()
      await app.sign()
      await app.networks.switch('eip155:2')
      await settle()
      app.wallets[0]?.answer({ switchNetwork: answer })
      const first = app.siwx.cancel()
      await settle()
      if (answer === 'hang') {
        expect(app.siwx.state.phase).toBe('cancelling')
        await app.siwx.cancel()
      } else await first
      expect([app.isConnected(), app.view()]).toEqual([false, undefined])
    }
  })
})

describe('optional', () => {
  it('stays connected and does not ask again for the same account', async () => {
    for (const leave of ['cancel', 'close'] as const) {
      const app = await signInApp()
      await app.connect()
      if (leave === 'cancel') await app.siwx.cancel()
      else expect(app.navigation.close()).toBe(true)
      await settle()
      expect([app.isConnected(), app.view(), app.siwx.status]).toEqual([true, undefined, 'signedOut'])
      await app.siwx.getSessions()
      expect(app.view()).toBeUndefined()
      await app.networks.switch('eip155:2')
      await settle()
      expect(app.view()).toBe(sign)
    }
  })

  it('stops waiting for the wallet when the view is closed', async () => {
    const app = await signInApp()
    await app.connect()
    app.answer('hang')
    const pending = app.siwx.sign()
    await settle()
    app.navigation.close()
    expect([await pending, app.siwx.state.phase, app.siwx.state.error]).toEqual([false, 'idle', undefined])
  })
})

describe('the message', () => {
  it('says every field, is signed by the account, and has a fresh nonce', async () => {
    const app = await signInApp({
      siwx: {
        statement: 'Sign in to the example.',
        expiration: 600,
        notBefore: 5,
        requestId: () => 'request-7',
        resources: ['https://app.example/terms'],
      },
    })
    await app.connect()
    await app.sign()
    await app.networks.switch('eip155:2')
    await settle()
    await app.sign()
    const [first, second] = (await app.siwx.getSessions()).map(({ session }) => session)
    expect(first?.data).toEqual({
      domain: 'app.example',
      uri: 'https://app.example',
      version: '1',
      chainId: 'eip155:1',
      accountAddress: alice,
      statement: 'Sign in to the example.',
      nonce: expect.stringMatching(/^[a-zA-Z0-9]{24}$/),
      issuedAt: '2023-11-14T22:13:20.000Z',
      expirationTime: '2023-11-14T22:23:20.000Z',
      notBefore: '2023-11-14T22:13:25.000Z',
      requestId: 'request-7',
      resources: ['https://app.example/terms'],
    })
    expect(parseMessage(first?.message ?? '', eip155Profile)).toEqual({ ok: true, message: first?.data })
    expect(first?.data.nonce).not.toBe(second?.data.nonce)
    expect(
      await recoverMessageAddress({ message: first?.message ?? '', signature: first?.signature as '0x' }),
    ).toBe(alice)
  })

  it('is refused when a field cannot stand in it', async () => {
    const app = await signInApp({ siwx: { statement: 'two\nlines' } })
    await app.connect()
    expect(await app.sign()).toBe(false)
    expect(app.asked).toEqual([])
    expect(app.siwx.state.error?.code).toBe('SIWX_SIGN_IN_FAILED')
  })
})

describe('the options', () => {
  const siweConfig = {
    getNonce: async () => 'abcdefgh12',
    createMessage: () => '',
    verifyMessage: async () => true,
    getSession: async () => null,
    signOut: async () => true,
  }
  const sessions: SiwxStorageService = { list: () => [], add: async () => {}, remove: async () => {} }

  it.each([
    [{ siweConfig, backend: '/api' }, 'Cannot set both `siweConfig` and `siwx` options'],
    [{ siweConfig, required: false }, 'Cannot set both `siweConfig` and `siwx` options'],
    [{ storage: sessions, backend: '/api' }, 'not both'],
    [{ expiration: -1 }, '`expiration` must be a number of seconds above 0, got -1'],
    [{ notBefore: Number.NaN }, '`notBefore` must be a number of seconds above 0, got NaN'],
  ])('%# are refused while the host composes', async (siwx, sentence) => {
    await expect(signInApp({ siwx })).rejects.toThrow(sentence)
  })

  it('takes a storage of the host, and its refusal reaches the person', async () => {
    const add = vi.fn(() => Promise.reject(new BaseError('You are not on the list.', { code: 'NOT_LISTED' })))
    const app = await signInApp({ siwx: { storage: { ...sessions, add } } })
    await app.connect()
    expect(await app.sign()).toBe(false)
    expect(add).toHaveBeenCalledOnce()
    expect(app.siwx.state.error?.shortMessage).toBe('You are not on the list.')
  })

  it('does not believe a storage that takes a sign-in and forgets it', async () => {
    const app = await signInApp({ siwx: { storage: sessions } })
    await app.connect()
    expect(await app.sign()).toBe(false)
    expect(app.siwx.state.error?.code).toBe('SIWX_SESSION_NOT_KEPT')
  })
})

describe('an account that is only watched', () => {
  const watching = () => {
    const wallet = evmWallet('fake.watcher', [account(alice, 'watching')])
    return { ...wallet, connector: { ...wallet.connector, name: 'Watched' } }
  }

  it.each([true, false])(
    'never signs in, not even with a provider that would sign (required: %s)',
    async (required) => {
      const app = await signInApp({ siwx: { required }, wallets: [watching()] })
      await app.connect('fake.watcher')
      expect([app.view(), app.siwx.status]).toEqual([required ? sign : undefined, 'signedOut'])
      expect(await app.sign()).toBe(false)
      expect([app.siwx.status, app.asked.length]).toEqual(['signedOut', 0])
      expect(app.siwx.state.error).toMatchObject({
        code: 'SIWX_ACCOUNT_WATCHED',
        shortMessage: 'You’re only watching this account. To sign in with it, connect its wallet.',
      })
      await app.siwx.cancel()
      await settle()
      expect([app.view(), app.isConnected()]).toEqual([undefined, !required])
    },
  )

  it('isn’t signed in by what its owner signed on this device', async () => {
    const wallet = evmWallet('fake.wallet', [account(alice)])
    const app = await signInApp({ siwx: {}, wallets: [wallet, watching()] })
    await app.connect()
    await app.sign()
    expect(app.siwx.status).toBe('signedIn')
    const seen: unknown[] = []
    const stop = app.kernel.events.onAny(() => seen.push(app.siwx.status))
    await app.connect('fake.watcher')
    stop()
    expect(app.siwx.status).toBe('signedOut')
    expect(seen).not.toContain('notNeeded')
    expect(await app.sign()).toBe(false)
    const [own] = app.session.state.connections
    app.session.setActiveAccount({ namespace: 'eip155', connectionId: own?.id ?? '' })
    await settle()
    expect(app.siwx.status).toBe('signedIn')
  })

  it('keeps nobody signed in once the wallet of its address is disconnected', async () => {
    const wallet = evmWallet('fake.wallet', [account(alice)])
    const app = await signInApp({ siwx: {}, wallets: [wallet, watching()] })
    await app.connect()
    await app.sign()
    await app.connect('fake.watcher')
    const own = app.session.state.connections.find(({ connectorId }) => connectorId === 'fake.wallet')
    await app.session.disconnect({ connectionId: own?.id ?? '' })
    await settle()
    expect(app.session.state.connections).toHaveLength(1)
    expect([await app.siwx.getSessions(), app.siwx.status]).toEqual([[], 'signedOut'])
    expect(app.events.find(({ id }) => id === 'SIWX_SIGN_OUT')?.payload).toEqual({ accountIds: [on1(alice)] })
  })

  it('isn’t signed in after a reload, where only it is connected', async () => {
    const storage = fakeStorage()
    const first = await signInApp({ siwx: { signOutOnDisconnect: false }, storage })
    await first.connect()
    await first.sign()
    await first.session.disconnect()
    await first.kernel.dispose()
    const second = await signInApp({ siwx: { signOutOnDisconnect: false }, storage, wallets: [watching()] })
    expect((await second.siwx.getSessions()).map(({ accountId }) => accountId)).toEqual([on1(alice)])
    await second.connect('fake.watcher')
    expect(second.siwx.status).toBe('signedOut')
  })
})
