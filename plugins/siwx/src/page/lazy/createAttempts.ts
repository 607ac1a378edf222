import { untilAborted } from '@latchkey/kernel/chain'
import { BaseError, type PluginContext } from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { SiwxFailed, SiwxSignClicked, SiwxSucceeded } from '../SiwxService.js'
import type { SiwxSession, SiwxSessionRecord, SiwxStorageService } from '../SiwxStorage.js'
import { factsOf, type Target } from './Target.js'

export interface AttemptsTools {
  readonly state: WritableState
  readonly storage: SiwxStorageService
  readonly emit: PluginContext['emit']
  /** Asks the wallet. */
  signIn(target: Target): Promise<SiwxSession>
  isSigned(records: readonly SiwxSessionRecord[], target: Target): boolean
  onStart(): void
  onSigned(records: readonly SiwxSessionRecord[], target: Target): void
  /** Tells the person. Answers what was told. */
  onFailed(error: unknown, target: Target): BaseError
}

/** Attempts to sign in, one at a time. */
export interface Attempts {
  /** True when it is signed and stored; false when it failed or was called off. Joins an attempt that runs. */
  run(target: Target): Promise<boolean>
  /** Whatever the wallet still answers does not count. */
  callOff(): void
}

export function createAttempts(tools: AttemptsTools): Attempts {
  const { state, storage, emit } = tools
  let current: AbortController | undefined
  let running: Promise<boolean> | undefined

  function callOff(): void {
    current?.abort()
    current = undefined
    running = undefined
    if (state.phase === 'signing') state.phase = 'idle'
  }

  async function signAndStore(target: Target, signal: AbortSignal): Promise<readonly SiwxSessionRecord[]> {
    const signed = await untilAborted(signal, () => tools.signIn(target))
    await untilAborted(signal, () => storage.add([signed]))
    const records = await untilAborted(signal, async () => storage.list())
    if (!tools.isSigned(records, target)) throw notKept()
    return records
  }

  async function attempt(target: Target): Promise<boolean> {
    const own = new AbortController()
    current = own
    state.phase = 'signing'
    state.error = undefined
    tools.onStart()
    emit(SiwxSignClicked, factsOf(target))
    try {
      const records = await signAndStore(target, own.signal)
      own.signal.throwIfAborted()
      emit(SiwxSucceeded, factsOf(target))
      tools.onSigned(records, target)
      return true
    } catch (error) {
      if (own.signal.aborted) return false
      emit(SiwxFailed, { ...factsOf(target), code: tools.onFailed(error, target).code })
      return false
    } finally {
      if (current === own) callOff()
    }
  }

  return {
    run(target) {
      running ??= attempt(target)
      return running
    },
    callOff,
  }
}

function notKept(): BaseError {
  return new BaseError(
    'You signed, but the session was not kept. Allow cookies for this page and try again.',
    { code: 'SIWX_SESSION_NOT_KEPT' },
  )
}
