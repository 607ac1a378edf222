import * as z from 'zod/mini'
import {
  createRecoveryCode,
  createWallet,
  openWallet,
  recoverWallet,
  type VaultPorts,
} from '../keys/index.js'
import { say, type Sentence } from '../words/say.js'
import type { FrameSession } from './createSession.js'
import type { OfferedPasskey } from './offeredPasskey.js'
import { sayProblem } from './sayProblem.js'
import type { Screen } from './screen.js'
import { vaultState } from './vaultState.js'
import { getPasskey, requestOptions } from './webAuthn.js'

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

/** Shared by the parts of the wallet. */
export interface WalletParts {
  readonly session: FrameSession
  readonly screen: Screen
  readonly passkey: OfferedPasskey
  /** @throws FrameError not_connected */
  ports(): VaultPorts
  /** The person typed their recovery code. */
  typed(): void
}

/** Opens the wallet with what this device has, makes one for a new person, or has the person bring a way back. */
export async function openWithPerson(parts: WalletParts, signal: AbortSignal): Promise<Uint8Array> {
  try {
    return (await openWallet(parts.ports())) ?? (await make(parts, signal))
  } catch (error) {
    if ((error as { code?: string }).code !== 'recovery_needed') throw error
    return (await recoverByPasskey(parts)) ?? recover(parts, signal)
  }
}

async function make({ screen, passkey, ports }: WalletParts, signal: AbortSignal): Promise<Uint8Array> {
  const secret = passkey.secret()
  if (secret) return createWallet(ports(), secret)
  const code = createRecoveryCode()
  const warning = say`Without it, nobody can open your wallet on another device. We can’t give it to you again.`
  return createWallet(
    ports(),
    { kind: 'code', code },
    async () => void (await showCode(screen, { code, warning }, signal)),
  )
}

async function recoverByPasskey({ passkey, ports }: WalletParts): Promise<Uint8Array | undefined> {
  const secret = passkey.secret()
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

async function recoverByCode({ ports, typed }: WalletParts, code: string): Promise<Uint8Array> {
  const opened = await recoverWallet(ports(), { kind: 'code', code })
  typed()
  return opened
}

/** Asks until the code or a passkey opens the wallet, or the person gives up. */
async function recover(parts: WalletParts, signal: AbortSignal): Promise<Uint8Array> {
  const { session, screen, passkey } = parts
  const { recoveries: kinds } = await session.ask('/v1/wallet/read', {}, vaultState)
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
      if (!asked || code !== byPasskey) return await recoverByCode(parts, code)
      passkey.offer(session.person(), (await getPasskey(asked.options, signal)).output)
      const opened = await recoverByPasskey(parts)
      if (opened) return opened
      problem = noOutput
    } catch (error) {
      problem = problemOf(error)
    }
  }
}

/** Shows a recovery code until the person has written it down. */
export const showCode = (
  screen: Screen,
  { code, warning }: { readonly code: string; readonly warning: Sentence },
  signal: AbortSignal,
) =>
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
