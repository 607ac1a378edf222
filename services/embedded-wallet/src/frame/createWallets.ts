import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod/mini'
import {
  addRecovery,
  type Addresses,
  createRecoveryCode,
  deriveKeys,
  exportSolana,
  openWallet,
  type RecoverySecret,
  type VaultPorts,
  type VaultServer,
  type WalletKeys,
  wordsOf,
} from '../keys/index.js'
import { mostHeld } from '../mostHeld.js'
import { say } from '../words/say.js'
import type { FrameSession } from './createSession.js'
import type { FrameStorage } from './frameStorage.js'
import { createOfferedPasskey } from './offeredPasskey.js'
import { openWithPerson, showCode, type WalletParts } from './openWithPerson.js'
import type { Screen } from './screen.js'
import { vaultState } from './vaultState.js'

const nothing = z.object({})
const share = z.object({ share: z.string() })
const recoveries = z.object({
  recoveries: z.array(z.object({ kind: z.enum(['code', 'passkey']), split: z.string(), sealed: z.string() })),
})

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
  const server = vaultServer(session)
  const passkey = createOfferedPasskey(session)
  let hasTypedCode = false
  const ports = (): VaultPorts => {
    const person = session.person()
    if (person === undefined) throw new FrameError('not_connected', 'Sign in first.')
    return { server, store: storage.vaultOf(person) }
  }
  const parts: WalletParts = {
    ...{ session, screen, passkey, ports },
    typed: () => {
      hasTypedCode = true
    },
  }

  const requireRoom = () => checkRoom(server)

  return {
    takeTypedCode() {
      const was = hasTypedCode
      hasTypedCode = false
      return was
    },
    addresses: (signal) => readAddresses(parts, server, signal),
    async keys() {
      const opened = await entropy(parts)
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
    showKey: (signal) => showKey(parts, signal),
    offerPasskey: passkey.offer,
    addRecovery: (secret) => addRecovery(ports(), secret),
    requireRoom,
    async addCode(signal) {
      await requireRoom()
      const code = createRecoveryCode()
      await showCode(screen, { code, warning: say`We can’t give it to you again.` }, signal)
      await addRecovery(ports(), { kind: 'code', code })
    },
    async recoveryState() {
      const { recoveries: kinds } = await session.ask('/v1/wallet/read', {}, vaultState)
      return {
        passkeys: kinds.filter(({ kind }) => kind === 'passkey').length,
        hasCode: kinds.some(({ kind }) => kind === 'code'),
      }
    },
  }
}

async function checkRoom(server: VaultServer): Promise<void> {
  const { splits } = await server.read()
  if (splits.length >= mostHeld.splits) throw new FrameError('limit_reached')
}

const vaultServer = (session: FrameSession): VaultServer => ({
  read: async () =>
    (await session.ask('/v1/wallet/read', {}, vaultState)) as Awaited<ReturnType<VaultServer['read']>>,
  create: async (wallet) => void (await session.ask('/v1/wallet/create', wallet, nothing)),
  addSplit: async (split) => void (await session.ask('/v1/wallet/split', split, nothing)),
  share: async (split) => (await session.ask('/v1/wallet/share', { split }, share)).share,
  recoveries: async () => (await session.ask('/v1/wallet/recoveries', {}, recoveries)).recoveries,
})

async function readAddresses(
  parts: WalletParts,
  server: VaultServer,
  signal: AbortSignal,
): Promise<Addresses> {
  const { session, passkey, ports } = parts
  const person = session.person()
  const { wallet } = await server.read()
  const known = wallet && (await ports().store.list()).some(({ addresses }) => addresses.evm === wallet.evm)
  const opened = wallet && known ? undefined : await openWithPerson(parts, signal)
  // Another person may have signed in with theirs meanwhile.
  passkey.forgetOf(person)
  if (!opened) return wallet as Addresses
  const { addresses } = deriveKeys(opened)
  opened.fill(0)
  return addresses
}

async function entropy({ ports }: WalletParts): Promise<Uint8Array> {
  const opened = await openWallet(ports())
  if (!opened) throw new FrameError('not_connected', 'There is no wallet yet. Ask for the user first.')
  return opened
}

async function showKey(parts: WalletParts, signal: AbortSignal): Promise<void> {
  const { screen } = parts
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
  const opened = await entropy(parts)
  const { evm, smartOwner, solana } = deriveKeys(opened)
  const secrets = [
    { name: say`Recovery phrase`, value: wordsOf(opened) },
    { name: say`Ethereum private key`, value: evm },
    { name: say`Solana private key`, value: exportSolana(solana) },
    { name: say`Smart account’s owner key`, value: smartOwner },
  ]
  await screen.ask({ view: 'export', title: say`Your keys`, secrets, accept: say`Done` }, signal)
}
