import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import {
  addRecovery,
  type Addresses,
  createRecoveryCode,
  createWallet,
  deriveKeys,
  exportSolana,
  openWallet,
  type RecoverySecret,
  recoverWallet,
  type VaultPorts,
  type VaultServer,
  type WalletKeys,
  wordsOf,
} from '../keys/index.js'
import type { FrameSession } from './createSession.js'
import type { FrameStorage } from './frameStorage.js'
import { mostHeld } from '../mostHeld.js'
import { sayProblem } from './sayProblem.js'
import type { Screen } from './screen.js'
import { say, type Sentence } from '../words/say.js'
import { getPasskey, requestOptions } from './webAuthn.js'

const state = z.object({
  wallet: z.nullable(z.object({ evm: z.string(), solana: z.string() })),
  splits: z.array(z.object({ id: z.string() })),
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']) })),
})
const nothing = z.object({})
const share = z.object({ share: z.string() })
const recoveries = z.object({
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']), split: z.string(), sealed: z.string() })),
})

const passkeyRequest = z.object({ options: requestOptions })
/** Stands for the passkey where a recovery code is typed, and is none. */
const byPasskey = 'passkey'
const noOutput = say`This passkey can’t open a wallet on this device. Enter your recovery code.`
const noPasskey = say`That didn’t work. Try again, or enter your recovery code.`

/** Says why a way back didn't open the wallet. @throws what is no reason of a person's */
function problemOf(error: unknown): Sentence {
  if (error instanceof DOMException) return noPasskey
  if ((error as { code?: string }).code !== 'recovery_failed') throw error
  return sayProblem((error as Error).message)
}

export interface FrameWallets {
  /** Whether the person typed their recovery code here since this was asked for the last time. */
  takeTypedCode(): boolean
  /** The addresses of the person; makes or recovers the wallet first, with the person, when it must be. */
  addresses(signal: AbortSignal): Promise<Addresses>
  /** The keys, for one use: they are made from two shares each time, and kept nowhere. */
  keys(): Promise<WalletKeys>
  /** Address of the key that controls the smart account. */
  smartOwner(signal: AbortSignal): Promise<`0x${string}`>
  showKey(signal: AbortSignal): Promise<void>
  recoveryState(): Promise<{ passkeys: number; hasCode: boolean }>
  /** Keeps what a passkey answered at the person's login, until their wallet is made or opened with it. */
  offerPasskey(person: string, output: Uint8Array | undefined): void
  addRecovery(secret: RecoverySecret): Promise<void>
  /** Makes sure, before the person makes something, that it would open the wallet. @throws FrameError limit_reached */
  requireRoom(): Promise<void>
  /** Makes a recovery code, which the person keeps. */
  addCode(signal: AbortSignal): Promise<void>
}

/** The wallet of the person who is signed in. */
export function createWallets(session: FrameSession, storage: FrameStorage, screen: Screen): FrameWallets {
  const server: VaultServer = {
    read: async () =>
      (await session.ask('/v1/wallet/read', {}, state)) as Awaited<ReturnType<VaultServer['read']>>,
    create: async (wallet) => void (await session.ask('/v1/wallet/create', wallet, nothing)),
    addSplit: async (split) => void (await session.ask('/v1/wallet/split', split, nothing)),
    share: async (split) => (await session.ask('/v1/wallet/share', { split }, share)).share,
    recoveries: async () => (await session.ask('/v1/wallet/recoveries', {}, recoveries)).recoveries,
  }
  const ports = (): VaultPorts => {
    const person = session.person()
    if (person === undefined) throw new FrameError('not_connected', 'Sign in first.')
    return { server, store: storage.vaultOf(person) }
  }

  let offered: { readonly person: string; readonly output: Uint8Array } | undefined
  /** What the person's passkey answered at the login, if it did. */
  function passkey(): RecoverySecret | undefined {
    return offered !== undefined && offered.person === session.person()
      ? { kind: 'passkey', output: offered.output }
      : undefined
  }
  const forgetPasskey = () => {
    offered?.output.fill(0)
    offered = undefined
  }
  function offerPasskey(person: string | undefined, output: Uint8Array | undefined): void {
    forgetPasskey()
    if (person !== undefined && output) offered = { person, output }
  }

  const showCode = (code: string, warning: Sentence, signal: AbortSignal) =>
    screen.ask(
      {
        view: 'create',
        title: say`Keep your recovery code`,
        text: say`It opens your wallet on a new device. Write it down and keep it safe.`,
        warning,
        secrets: [{ name: say`Recovery code`, value: code }],
        accept: say`I’ve written it down`,
      },
      signal,
    )

  async function make(signal: AbortSignal): Promise<Uint8Array> {
    const secret = passkey()
    if (secret) return createWallet(ports(), secret)
    const code = createRecoveryCode()
    const warning = say`Without it, nobody can open your wallet on another device. We can’t give it to you again.`
    return createWallet(
      ports(),
      { kind: 'code', code },
      async () => void (await showCode(code, warning, signal)),
    )
  }

  async function recoverByPasskey(): Promise<Uint8Array | undefined> {
    const secret = passkey()
    if (!secret) return undefined
    try {
      return await recoverWallet(ports(), secret)
    } catch (error) {
      // Its passkeys don't open the wallet: the code may.
      const { code } = error as { code?: string }
      if (code !== 'recovery_failed' && code !== 'recovery_needed') throw error
      return undefined
    }
  }

  let hasTypedCode = false
  async function recoverByCode(code: string): Promise<Uint8Array> {
    const opened = await recoverWallet(ports(), { kind: 'code', code })
    hasTypedCode = true
    return opened
  }

  /** Asks until the code or a passkey opens the wallet, or the person gives up. */
  async function recover(signal: AbortSignal): Promise<Uint8Array> {
    const { recoveries: kinds } = await session.ask('/v1/wallet/read', {}, state)
    const hasPasskey = kinds.some(({ kind }) => kind === 'passkey')
    let problem: Sentence | undefined
    for (;;) {
      // Asked for before the press, which browsers forget while something is loaded.
      const asked = hasPasskey ? await session.ask('/v1/login/passkey/start', {}, passkeyRequest) : undefined
      const code = await screen.ask(
        {
          view: 'recover',
          title: say`Open your wallet on this device`,
          text: say`Enter the recovery code you wrote down when you made your wallet.`,
          ...(problem === undefined ? {} : { warning: problem }),
          input: { label: say`Recovery code` },
          ...(asked && { other: { label: say`Use your passkey`, answer: byPasskey } }),
          accept: say`Open wallet`,
          refuse: say`Cancel`,
        },
        signal,
      )
      try {
        if (!asked || code !== byPasskey) return await recoverByCode(code)
        offerPasskey(session.person(), (await getPasskey(asked.options, signal)).output)
        const opened = await recoverByPasskey()
        if (opened) return opened
        problem = noOutput
      } catch (error) {
        problem = problemOf(error)
      }
    }
  }

  async function open(signal: AbortSignal): Promise<Uint8Array> {
    try {
      return (await openWallet(ports())) ?? (await make(signal))
    } catch (error) {
      if ((error as { code?: string }).code !== 'recovery_needed') throw error
      return (await recoverByPasskey()) ?? recover(signal)
    }
  }

  async function entropy(): Promise<Uint8Array> {
    const opened = await openWallet(ports())
    if (!opened) throw new FrameError('not_connected', 'There is no wallet yet. Ask for the user first.')
    return opened
  }

  async function requireRoom(): Promise<void> {
    const { splits } = await server.read()
    if (splits.length >= mostHeld.splits) throw new FrameError('limit_reached')
  }

  return {
    takeTypedCode() {
      const was = hasTypedCode
      hasTypedCode = false
      return was
    },
    async addresses(signal) {
      const person = session.person()
      const { wallet } = await server.read()
      const known =
        wallet && (await ports().store.list()).some(({ addresses }) => addresses.evm === wallet.evm)
      const opened = wallet && known ? undefined : await open(signal)
      // Another person may have signed in with theirs meanwhile.
      if (offered?.person === person) forgetPasskey()
      if (!opened) return wallet as Addresses
      const { addresses } = deriveKeys(opened)
      opened.fill(0)
      return addresses
    },
    async keys() {
      const opened = await entropy()
      const keys = deriveKeys(opened)
      opened.fill(0)
      return keys
    },
    async smartOwner(signal) {
      const { evm } = await this.addresses(signal)
      const known = storage.readSmartOwner(evm)
      if (known) return known
      const owner = privateKeyToAddress((await this.keys()).smartOwner)
      storage.writeSmartOwner(evm, owner)
      return owner
    },
    async showKey(signal) {
      await screen.ask(
        {
          view: 'export',
          title: say`Show your keys`,
          text: say`With them, you can open this wallet in any other wallet app.`,
          warning: say`Anyone who sees them can take everything. Never type them into a web page, and show them to no one.`,
          accept: say`Show keys`,
          refuse: say`Cancel`,
        },
        signal,
      )
      const opened = await entropy()
      const { evm, smartOwner, solana } = deriveKeys(opened)
      const secrets = [
        { name: say`Recovery phrase`, value: wordsOf(opened) },
        { name: say`Ethereum private key`, value: evm },
        { name: say`Solana private key`, value: exportSolana(solana) },
        { name: say`Smart account’s owner key`, value: smartOwner },
      ]
      await screen.ask({ view: 'export', title: say`Your keys`, secrets, accept: say`Done` }, signal)
    },
    offerPasskey,
    addRecovery: (secret) => addRecovery(ports(), secret),
    requireRoom,
    async addCode(signal) {
      await requireRoom()
      const code = createRecoveryCode()
      await showCode(code, say`We can’t give it to you again.`, signal)
      await addRecovery(ports(), { kind: 'code', code })
    },
    async recoveryState() {
      const { recoveries: kinds } = await session.ask('/v1/wallet/read', {}, state)
      return {
        passkeys: kinds.filter(({ kind }) => kind === 'passkey').length,
        hasCode: kinds.some(({ kind }) => kind === 'code'),
      }
    },
  }
}
