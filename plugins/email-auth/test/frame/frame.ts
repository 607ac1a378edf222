// A wallet with a known key, for tests alone. It speaks the real protocol from another origin than the page under test,
// and decides about approvals as the email address says.
import { privateKeyToAccount } from 'viem/accounts'
import { hexToBytes } from 'viem'
import {
  createWindowPort,
  FrameError,
  type FrameView,
  type FrameUser,
  type LoginWay,
  serveFrame,
} from '../../src/protocol/index.js'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const solanaAddress = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const parameters = new URL(location.href).searchParams
const appOrigin = parameters.get('origin') ?? ''
let email = ''

/** Who is signed in. The browser keeps nothing here: the app is given a token, and offers it again. */
let person: string | undefined
let [nextEmail, userName] = ['', undefined as string | undefined]
let loggedInBy: LoginWay = 'email'
let [isUndone, isSpedUp] = [false, false]
let recovery = { passkeys: 0, hasCode: false }

/** What a frame of somebody else’s says in its own words, as the project’s name. */
const lie = () => (phone.includes('<') ? phone : undefined)

function checkCode({ otp }: { readonly otp: string }): undefined {
  const words = lie()
  if (words !== undefined) throw new FrameError('failed', words)
  if (otp !== '123456') throw new FrameError('code_wrong')
}

/** Somebody without an email address. */
function signIn(way: LoginWay, name?: string) {
  person = 'approver'
  email = person
  loggedInBy = way
  userName = name
  return { email: null, ...(name === undefined ? {} : { userName: name }) }
}

const userOf = (id: string): FrameUser => ({
  email: person?.includes('@') ? person : null,
  ...(userName === undefined ? {} : { userName }),
  loggedInBy,
  address: id.startsWith('solana:') ? solanaAddress : account.address,
  networkId: id,
  accounts: [],
})

/** Waits for the button in the frame, as a person's decision. */
const decide = (signal: AbortSignal, view: FrameView = 'approve') =>
  new Promise<void>((resolve, reject) => {
    served.emit({ type: 'view', payload: { view } })
    let isOver = false
    const end = (settle: () => void) => {
      if (isOver) return
      isOver = true
      served.emit({ type: 'view', payload: { view: null } })
      settle()
    }
    const decided = (data: string) => {
      end(() => (data === 'approve' ? resolve() : reject(new FrameError('user_rejected'))))
    }
    signal.addEventListener('abort', () => {
      end(() => reject(new FrameError('aborted')))
    })
    for (const id of ['approve', 'reject']) {
      document.getElementById(id)?.addEventListener('click', () => decided(id), { once: true })
    }
    if (email.startsWith('approver')) decided('approve')
    if (email.startsWith('decliner')) decided('reject')
  })

/** The project's name says how the person reacts: `signs`, `waits`, or lets the code expire. */
let phone = ''
const awaitScan = (signal: AbortSignal) =>
  new Promise<ReturnType<typeof signIn>>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new FrameError('aborted')))
    const words = lie()
    if (words !== undefined) reject(new FrameError('failed', words))
    else if (phone === 'signs') resolve(signIn('farcaster', 'alice'))
    else if (phone === 'expires') reject(new FrameError('code_expired'))
  })

const served = serveFrame({
  port: createWindowPort({ own: window, peer: () => window.parent, peerOrigin: appOrigin }),
  handlers: {
    syncDappData({ projectId }) {
      phone = projectId
      return undefined
    },
    isConnected({ token }) {
      person ??= token?.replace('~', '@')
      email = person ?? ''
      return { isConnected: person !== undefined }
    },
    connectEmail({ email: given }) {
      if (given.startsWith('liar')) throw new FrameError('failed', lie())
      if (given.startsWith('throttled')) throw new FrameError('email_throttled', undefined, { retryAfter: 2 })
      email = given
      if (given.startsWith('device')) return { action: 'VERIFY_DEVICE' }
      if (!given.startsWith('known')) return { action: 'VERIFY_OTP' }
      person = given
      return { action: 'CONNECT' }
    },
    connectDevice(_payload, { signal }) {
      if (email.startsWith('device-refused')) throw new FrameError('device_not_approved')
      if (!email.startsWith('device-waits')) return undefined
      return new Promise<undefined>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new FrameError('aborted')))
      })
    },
    connectOtp({ otp }) {
      checkCode({ otp })
      person = email
      served.emit({ type: 'session', payload: { token: email.replace('@', '~') } })
      return undefined
    },
    getSocialRedirectUri: () => ({ uri: 'https://provider.example/authorize?state=1' }),
    connectSocial({ uri }) {
      if (uri.includes('error=')) throw new FrameError('user_rejected')
      if (uri.includes('code=used')) throw new FrameError('login_failed')
      if (uri.includes('code=unpaid')) throw new FrameError('provider_unavailable')
      return signIn('google', 'Alice')
    },
    getFarcasterUri: () => ({ url: 'https://farcaster.example/siwf?channelToken=1' }),
    connectFarcaster: (_payload, { signal }) => awaitScan(signal),
    connectPasskey: () => signIn('passkey', lie()),
    connectToken: ({ token }) => signIn('token', token),
    updateEmail: ({ email: next }) => {
      if (next.startsWith('liar')) throw new FrameError('failed', lie())
      nextEmail = next
      return { action: next.startsWith('second') ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP' }
    },
    updateEmailPrimaryOtp: checkCode,
    updateEmailSecondaryOtp({ otp }) {
      checkCode({ otp })
      person = nextEmail
      return { newEmail: nextEmail }
    },
    getRecovery: () => recovery,
    getUpgrade: () => ({
      upgrade:
        email.includes('upgraded') && !isUndone
          ? { address: account.address, name: '<b>Known</b> code' }
          : null,
    }),
    async undoUpgrade(_payload, { signal }) {
      await decide(signal, 'account')
      isUndone = true
      return { hash: `0x${'1'.repeat(64)}` }
    },
    getStuckOperations: () => ({
      operations:
        email.includes('waiting') && !isSpedUp ? [{ hash: `0x${'1'.repeat(64)}`, seconds: 125 }] : [],
    }),
    async replaceOperation({ hash }, { signal }) {
      await decide(signal, 'account')
      if (email.includes('fails')) {
        throw new FrameError('rpc_error', 'No bundler took it.', { rpcCode: -32000 })
      }
      isSpedUp = true
      const over = (['done', 'gone'] as const).find((one) => email.includes(one))
      return { hash, outcome: email.includes('reverted') ? 'failed' : (over ?? 'replaced') }
    },
    async addRecovery({ kind }, { signal }) {
      await decide(signal)
      if (kind === 'code') recovery = { ...recovery, hasCode: true }
      else recovery = { ...recovery, passkeys: 1 }
      return undefined
    },
    getUser: ({ networkId }) => userOf(networkId ?? 'eip155:1'),
    switchNetwork: ({ networkId }) => ({ networkId }),
    signOut() {
      person = undefined
      return undefined
    },
    async exportKey(_payload, { signal }) {
      await decide(signal)
      return undefined
    },
    async rpcRequest({ method, params }, { signal }) {
      await decide(signal)
      if (method !== 'personal_sign') throw new FrameError('rpc_error', 'execution reverted', { rpcCode: 3 })
      const [message] = params as [`0x${string}`]
      return { result: await account.signMessage({ message: { raw: hexToBytes(message) } }) }
    },
  },
})
served.ready('test')
