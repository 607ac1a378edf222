import type { Clock, TimerHandle } from '@latchkey/kernel/plugin'
import type { SiwxSessionRecord, SiwxStorageService } from '../SiwxStorage.js'

const longestTimer = 2_147_483_647

export interface SessionReaderTools {
  readonly storage: SiwxStorageService
  readonly clock: Clock
  /** Told of every list that is up to date. */
  onRecords(records: readonly SiwxSessionRecord[]): void
  onFailure(error: unknown): void
  /** The first of the sessions has ended, or another tab changed something. */
  onChange(): void
}

/** Reads what is signed in. Of reads that overtake each other the latest counts. */
export interface SessionReader {
  /** An answer of the storage that is no promise is told at once. */
  read(): void
  /** What somebody has just read by another way; reads under way are too old. */
  take(records: readonly SiwxSessionRecord[]): void
  dispose(): void
}

export function createSessionReader(tools: SessionReaderTools): SessionReader {
  const { storage, clock, onRecords, onFailure, onChange } = tools
  const unwatch = storage.watch?.(onChange)
  let reads = 0
  let timer: TimerHandle | undefined

  function stopTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function wakeAtFirstEnd(records: readonly SiwxSessionRecord[]): void {
    stopTimer()
    const ends = records.map(({ expirationTime }) => Date.parse(expirationTime ?? ''))
    const next = Math.min(...ends.filter((end) => Number.isFinite(end) && end > clock.now()))
    if (!Number.isFinite(next)) return
    timer = clock.setTimeout(onChange, Math.min(next - clock.now(), longestTimer))
  }

  function tell(records: readonly SiwxSessionRecord[]): void {
    wakeAtFirstEnd(records)
    onRecords(records)
  }

  return {
    read() {
      reads += 1
      const own = reads
      try {
        const answer = storage.list()
        if (!('then' in answer)) return tell(answer)
        answer.then(
          (records) => own === reads && tell(records),
          (error: unknown) => own === reads && onFailure(error),
        )
      } catch (error) {
        onFailure(error)
      }
    },
    take(records) {
      reads += 1
      tell(records)
    },
    dispose() {
      unwatch?.()
      stopTimer()
    },
  }
}
