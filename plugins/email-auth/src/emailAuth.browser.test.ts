// The connector against a real frame of another origin, which holds a known key and speaks the real protocol.
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, Storage } from '@latchkey/kernel/plugin'
import { Navigation, Notifications, Session, Wallets } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { Eip155Provider } from '../../eip155/src/index.js'
import { solana, SolanaProvider } from '../../solana/src/index.js'
import { verifyMessage } from 'viem'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { frameOrigin, frameUrl, offlineEvm } from '../test/offlineApp.js'
import { EmailAuth, type EmailAuthOptions, emailAuth, emailAuthId } from './index.js'
import { storedEmailTime, storedLogin, storedSocial } from './storedLogin.js'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const frames = () => [...document.querySelectorAll<HTMLIFrameElement>('[data-latchkey-frame] iframe')]
const until = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000 })

let dispose: (() => Promise<void>)[] = []
let storage: StorageAdapter
beforeEach(() => {
  storage = memoryStorage()
})
afterEach(async () => {
  for (const end of dispose) await end()
  dispose = []
})

async function start(options: Partial<EmailAuthOptions> = {}, enableReconnect = true) {
  const kernel = createKernel([offlineEvm(1, 10), solana(), emailAuth({ frameUrl, ...options })], {
    storage,
    enableReconnect,
    logLevel: 'silent',
  })
  dispose.push(() => kernel.dispose())
  kernel.get(Navigation).attach(() => true)
  await kernel.start()
  return {
    kernel,
    auth: kernel.get(EmailAuth),
    session: kernel.get(Session),
    navigation: kernel.get(Navigation),
  }
}

async function logIn(email: string) {
  const started = await start()
  expect(frames()).toEqual([])
  expect(await started.auth.connectEmail(email)).toBe('VERIFY_OTP')
  await started.auth.connectOtp('123456')
  await started.session.connect({ connectorId: emailAuthId })
  const wallets = started.kernel.get(Wallets)
  const provider = wallets.active('eip155')?.provider(Eip155Provider)
  if (!provider) throw new Error('No provider')
  return { ...started, wallets, provider }
}
const message = '0x68656c6c6f'
const sign = { method: 'personal_sign', params: [message, address] } as const
/** How a request ended, so that nothing rejects unheard. */
const ending = (request: Promise<unknown>) =>
  request.then(
    (value) => ({ value }),
    (error: { code: string }) => error,
  )

it('makes no frame before a login, and one hidden frame of the other origin for it', async () => {
  const { auth } = await start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(frames()).toEqual([])
  await auth.connectEmail('someone@example.com')
  expect(frames().map(({ src }) => new URL(src).origin)).toEqual([frameOrigin])
  expect(frames().map((frame) => getComputedStyle(frame).visibility)).toEqual(['hidden'])
  expect(getComputedStyle(frames()[0]?.parentElement as Element).position).toBe('fixed')
})

it('makes no frame for a request that was given up before it began', async () => {
  const { auth } = await start()
  await expect(auth.connectDevice(AbortSignal.abort())).rejects.toMatchObject({
    code: 'SOMETHING_WENT_WRONG',
  })
  expect(frames()).toEqual([])
})

it('makes no frame when the kernel is disposed while the code of the wallet is loading', async () => {
  const { auth, kernel } = await start()
  const request = ending(auth.connectDevice(new AbortController().signal))
  await kernel.dispose()
  expect(await request).toMatchObject({ code: 'EMAIL_LOGIN_UNAVAILABLE' })
  expect(frames()).toEqual([])
})

it.each(['de-AT', undefined])('tells the frame the locale of the app, here %s', async (locale) => {
  const root = document.body.appendChild(document.createElement('div'))
  onTestFinished(() => root.remove())
  root.dataset['latchkey'] = ''
  if (locale !== undefined) root.lang = locale
  const { auth } = await start()
  await auth.connectEmail('someone@example.com')
  const { searchParams } = new URL(frames()[0]?.src ?? '')
  expect(Object.fromEntries(searchParams)).toEqual({
    origin: location.origin,
    ...(locale === undefined ? {} : { locale }),
  })
})

it('says what is wrong with a code, and holds a second mail back for 30 seconds', async () => {
  const { auth } = await start()
  await auth.connectEmail('someone@example.com')
  await expect(auth.connectOtp('000000')).rejects.toMatchObject({ code: 'CODE_WRONG' })
  await expect(auth.connectEmail('other@example.com')).rejects.toThrow(
    /^Please try again after (?:30|2\d) seconds$/,
  )
  expect(auth.secondsUntilNextEmail()).toBeGreaterThan(0)
})

it('refuses what is no email address, and lets the next try through', async () => {
  const { auth } = await start()
  await expect(auth.connectEmail('nobody')).rejects.toMatchObject({
    code: 'EMAIL_INVALID',
    message: 'Invalid email',
  })
  expect(auth.secondsUntilNextEmail()).toBe(0)
})

it('is one connection over both chains, with the provider of each', async () => {
  const { auth, kernel, session, wallets, provider } = await logIn('approver@example.com')
  expect(kernel.list(Connector).find(({ id }) => id === emailAuthId)).toMatchObject({ group: 'auth' })
  expect(auth.state.user?.email).toBe('approver@example.com')
  expect(auth.secondsUntilNextEmail()).toBe(0)
  expect(new Set(session.state.connections.map(({ connectorId }) => connectorId))).toEqual(
    new Set([emailAuthId]),
  )
  expect(session.state.connections).toHaveLength(1)
  expect(session.state.connections[0]?.icon).toMatch(/^data:image\/svg\+xml,%3Csvg/)
  const stored = kernel.get(Storage)
  expect(stored.read(storedLogin)).toMatchObject({ email: 'approver@example.com', loggedInBy: 'email' })
  expect(stored.read(storedEmailTime)).toBeUndefined()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
  expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(await provider.request({ method: 'wallet_getPermissions' })).toMatchObject([
    { parentCapability: 'eth_accounts' },
  ])
  const onSolana = wallets.active('solana')?.provider(SolanaProvider)
  expect(onSolana?.accounts.map((account) => account.address)).toEqual([
    'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN',
  ])
})

it('signs once the person approved, and the modal closes', async () => {
  const { provider, navigation } = await logIn('approver@example.com')
  const signature = (await provider.request(sign)) as `0x${string}`
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  expect(navigation.state.open).toBe(false)
})

it('brings a place that is scrolled away into sight, and covers it with a dialog that has its title', async () => {
  const { provider, auth } = await logIn('waiter@example.com')
  const element = document.createElement('div')
  Object.assign(element.style, { position: 'absolute', top: '3000px', width: '300px', height: '200px' })
  document.body.append(element)
  const close = vi.fn(() => auth.dismissFrame())
  const leave = auth.placeFrame({ element, title: 'Approve request', closeLabel: 'Close', onClose: close })
  const request = ending(provider.request(sign))
  const dialog = () => document.querySelector<HTMLDialogElement>('dialog[data-latchkey-frame]')
  await until(() => expect(dialog()?.open).toBe(true))
  await until(() => {
    const { top, bottom } = dialog()?.getBoundingClientRect() ?? { top: -1, bottom: 0 }
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
  })
  expect(document.getElementById(dialog()?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
    'Approve request',
  )
  dialog()?.querySelector('button')?.click()
  expect(close).toHaveBeenCalledOnce()
  expect(await request).toMatchObject({ code: 'REQUEST_ABORTED' })
  leave()
  element.remove()
})

it('covers a place that is still sliding in without moving anything sideways', async () => {
  const { provider, auth } = await logIn('waiter@example.com')
  const box = document.createElement('div')
  Object.assign(box.style, {
    position: 'fixed',
    inset: '80px auto auto 40px',
    width: '300px',
    overflow: 'hidden',
  })
  const element = document.createElement('div')
  Object.assign(element.style, { height: '200px', margin: '0 12px', transform: 'translateX(40px)' })
  box.append(element)
  document.body.append(box)
  const leave = auth.placeFrame({
    element,
    title: 'Approve request',
    closeLabel: 'Close',
    onClose: () => auth.dismissFrame(),
  })
  const request = ending(provider.request(sign))
  const dialog = () => document.querySelector<HTMLDialogElement>('dialog[data-latchkey-frame]')
  await until(() => expect(dialog()?.open).toBe(true))
  expect(box.scrollLeft).toBe(0)
  auth.dismissFrame()
  await request
  leave()
  box.remove()
})

it('says that the person declined', async () => {
  const { provider, navigation } = await logIn('decliner@example.com')
  expect(await ending(provider.request(sign))).toMatchObject({ code: 'USER_REJECTED' })
  expect(navigation.state.open).toBe(false)
})

it('gives up what waits for approval when the modal is closed', async () => {
  const { provider, navigation } = await logIn('waiter@example.com')
  const requests = [ending(provider.request(sign)), ending(provider.request(sign))]
  await until(() =>
    expect(navigation.state.entries.map(({ name }) => name)).toEqual([
      'ApproveTransaction',
      'ApproveTransaction',
    ]),
  )
  navigation.close()
  expect(await Promise.all(requests)).toMatchObject([
    { code: 'REQUEST_ABORTED', shortMessage: 'Request was aborted' },
    { code: 'REQUEST_ABORTED' },
  ])
  expect(navigation.state.open).toBe(false)
})

it.each(['eth_sign', 'eth_signTypedData', 'wallet_scanQRCode', 'Personal_sign', 'anything'])(
  'refuses %s, says so after 300 ms, and gives up what waits',
  async (method) => {
    const { provider, kernel, navigation } = await logIn('waiter@example.com')
    const waiting = ending(provider.request(sign))
    await until(() => expect(navigation.hasApprovals).toBe(true))
    const refused = await ending(provider.request({ method, params: [] } as never))
    expect(refused).toMatchObject({
      code: 'RPC_CALL_NOT_ALLOWED',
      shortMessage: 'Requested RPC call is not allowed',
    })
    expect(navigation.state.open).toBe(true)
    await until(() =>
      expect(kernel.get(Notifications).state.snackbar).toMatchObject({
        message: { text: 'Action not allowed' },
      }),
    )
    expect(await waiting).toMatchObject({ code: 'REQUEST_ABORTED' })
  },
)

it('switches networks, and refuses one that the wallet does not work on', async () => {
  const { kernel, provider } = await logIn('approver@example.com')
  const heard = vi.fn()
  provider.on?.('chainChanged', heard)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0xa')
  expect(heard).toHaveBeenCalledWith('0xa')
  // It comes first the next time.
  expect(kernel.get(Storage).read(storedLogin)?.networkId).toBe('eip155:10')
  const unknown = provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] })
  expect(await ending(unknown)).toMatchObject({ rpcCode: 4902 })
})

it('takes the login up after a reload, and forgets it on sign-out', async () => {
  const first = await logIn('approver@example.com')
  await first.kernel.dispose()
  expect(frames()).toEqual([])
  const second = await start()
  await until(() => expect(second.session.state.connections).toHaveLength(1))
  expect(second.auth.state.user?.email).toBe('approver@example.com')
  await second.session.disconnect()
  expect(second.auth.state.user).toBeUndefined()
  await second.kernel.dispose()
  const third = await start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(frames()).toEqual([])
  await expect(third.session.connect({ connectorId: emailAuthId })).rejects.toMatchObject({
    code: 'EMAIL_LOGIN_NEEDED',
  })
})

it('forgets a login that the frame does not know any more', async () => {
  const first = await logIn('approver@example.com')
  const storage = first.kernel.get(Storage)
  expect(storage.read(storedLogin)).toMatchObject({ email: 'approver@example.com', loggedInBy: 'email' })
  // Its session is gone, so the frame can't know the person.
  storage.write(storedLogin, { email: 'approver@example.com', loggedInBy: 'email' })
  await first.kernel.dispose()
  const second = await start()
  await until(() => expect(second.session.state.restored).toBe(true))
  expect(second.kernel.get(Storage).read(storedLogin)).toBeUndefined()
  expect(second.session.state.connections).toEqual([])
})

it('is not taken up where the app wants no reconnecting, and makes no frame for it', async () => {
  const first = await logIn('approver@example.com')
  await first.kernel.dispose()
  const second = await start({}, false)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(second.session.state.connections).toEqual([])
  expect(frames()).toEqual([])
})

it('leaves alone what another origin, another window or the page itself says in the frame’s name', async () => {
  const { provider, auth } = await logIn('waiter@example.com')
  const waiting = vi.fn()
  const request = ending(provider.request(sign)).then(waiting)
  await until(() => expect(auth.state.frameView).toBe('approve'))
  const forged = [
    ['event', { type: 'disconnected', payload: {} }],
    ['event', { type: 'view', payload: { view: null } }],
    ['event', { type: 'ready', payload: { instance: '0'.repeat(32) } }],
    ['success', { id: '0'.repeat(32), payload: { result: '0x' } }],
  ] as const
  const stranger = document.createElement('iframe')
  stranger.srcdoc = '<p>Stranger</p>'
  document.body.append(stranger)
  for (const [kind, rest] of forged) {
    const data = { protocol: 'latchkey-frame', version: 1, kind, ...rest }
    window.postMessage(data, location.origin)
    // A window of the page's own, and one that lies about its origin.
    window.dispatchEvent(
      new MessageEvent('message', { data, origin: frameOrigin, source: stranger.contentWindow }),
    )
    window.dispatchEvent(
      new MessageEvent('message', {
        data,
        origin: 'https://evil.example',
        source: frames()[0]?.contentWindow ?? null,
      }),
    )
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
  stranger.remove()
  expect(waiting).not.toHaveBeenCalled()
  expect(auth.state).toMatchObject({ frameView: 'approve', user: { email: 'waiter@example.com' } })
  auth.dismissFrame()
  void request
})

it('connects whom the app vouches for by a token, and asks the app for it only then', async () => {
  const getToken = vi.fn(async () => 'header.claims.signature')
  const { auth, session, kernel } = await start({ getToken })
  expect(getToken).not.toHaveBeenCalled()
  await session.connect({ connectorId: emailAuthId })
  expect(getToken).toHaveBeenCalledTimes(1)
  expect(auth.state.user).toEqual({
    email: undefined,
    userName: 'header.claims.signature',
    loggedInBy: 'token',
  })
  expect(kernel.get(Storage).read(storedLogin)?.loggedInBy).toBe('token')
  await session.connect({ connectorId: emailAuthId })
  expect(getToken).toHaveBeenCalledTimes(1)
})

it('takes the answer of a social login from its own window and the wallet’s origin alone', async () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const popup = frame.contentWindow as Window
  const opened = vi.spyOn(window, 'open').mockReturnValue(popup)
  const { auth, session, kernel } = await start({ socials: ['google'] })
  auth.startSocial(true)
  expect(opened.mock.calls[0]?.[2]).toBe('popup,width=600,height=800')
  let isIn = false
  const login = auth.connectSocial('google', new AbortController().signal).then(() => {
    isIn = true
  })
  const uri = `${frameOrigin}/social-callback?code=1`
  const data = { protocol: 'latchkey-social', version: 1, uri }
  const say = (init: MessageEventInit) => dispatchEvent(new MessageEvent('message', init))
  await until(() => expect(kernel.get(Storage).read(storedSocial)).toBe('google'))
  const strangers: MessageEventInit[] = [
    { source: popup, origin: location.origin, data },
    { source: window, origin: frameOrigin, data },
    { source: popup, origin: frameOrigin, data: { ...data, protocol: 'other' } },
    { source: popup, origin: frameOrigin, data: { ...data, uri: 'javascript:alert(1)' } },
    { source: popup, origin: frameOrigin, data: null },
  ]
  for (const stranger of strangers) say(stranger)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isIn).toBe(false)
  say({ source: popup, origin: frameOrigin, data })
  await login
  await session.connect({ connectorId: emailAuthId })
  // What is kept of a social login, and that none is under way any more.
  expect(kernel.get(Storage).read(storedLogin)).toMatchObject({ loggedInBy: 'google', userName: 'Alice' })
  expect(kernel.get(Storage).read(storedSocial)).toBeUndefined()
  // A second answer for one press leads nowhere.
  await expect(auth.connectSocial('google', new AbortController().signal)).rejects.toMatchObject({
    code: 'SOCIAL_WINDOW_CLOSED',
  })
  await session.disconnect({})
  expect(kernel.get(Storage).read(storedLogin)).toBeUndefined()
  opened.mockRestore()
  frame.remove()
})

it.each([
  ['socials', { socials: ['myspace'] }],
  ['socials', { socials: 'google' }],
  ['passkey', { passkey: 'yes' }],
  ['getToken', { getToken: 'token' }],
])('refuses an option "%s" that is none: %j', (name, option) => {
  expect(() => emailAuth({ frameUrl, ...option } as never)).toThrow(
    expect.objectContaining({
      code: 'EMAIL_AUTH_OPTIONS_INVALID',
      message: expect.stringContaining(`"${name}"`),
    }),
  )
})
