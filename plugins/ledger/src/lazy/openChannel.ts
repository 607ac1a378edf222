import type { Clock } from '@latchkey/kernel/plugin'
import { abortedError } from '@latchkey/kernel/chain'
import { answerInvalid, busy, failed, silent, unplugged } from '../errors.js'
import { createPacketReader, toPackets } from './frames.js'
import { type Hid, type HidDevice, reportOf } from './hid.js'

/** How long a device may take for what needs no person. Milliseconds. */
const answerTime = 15_000

/** One opening of a device. Other tabs and programs can't open it meanwhile. */
export interface Channel {
  /**
   * Sends a message and returns the answer with its status.
   *
   * @param isPatient The person decides on the device, so there is no limit of time.
   * @throws LedgerError `LEDGER_UNPLUGGED`, `LEDGER_SILENT`, `LEDGER_ANSWER_INVALID`; what the signal was aborted with
   */
  exchange(message: Uint8Array, isPatient: boolean): Promise<Uint8Array>
  close(): Promise<void>
}

/** @throws LedgerError `LEDGER_BUSY` when another tab or program has it open */
export async function openChannel(
  hid: Hid,
  device: HidDevice,
  clock: Clock,
  signal: AbortSignal,
): Promise<Channel> {
  try {
    await device.open()
  } catch (cause) {
    throw busy(cause)
  }
  // Another one each time, so that a late answer to a request that was given up isn't taken for this one's.
  const channel = crypto.getRandomValues(new Uint16Array(1))[0] as number
  return {
    exchange: (message, isPatient) =>
      exchange({ hid, device, channel, clock, signal, message, limit: isPatient ? undefined : answerTime }),
    close: () => device.close(),
  }
}

interface ExchangeOptions {
  readonly hid: Hid
  readonly device: HidDevice
  readonly channel: number
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly message: Uint8Array
  readonly limit: number | undefined
}

function exchange(options: ExchangeOptions): Promise<Uint8Array> {
  const { hid, device, channel, clock, signal, message, limit } = options
  const read = createPacketReader(channel)
  const over = new AbortController()
  return new Promise<Uint8Array>((resolve, reject) => {
    function onReport(event: Event): void {
      const packet = reportOf(event)
      if (!packet) return
      try {
        const answer = read(packet)
        if (answer) resolve(answer)
      } catch (error) {
        reject(answerInvalid('packets of 64 bytes', String(error)))
      }
    }
    const onGone = (event: Event) => {
      if (Reflect.get(event, 'device') === device) reject(unplugged())
    }
    if (signal.aborted) return reject(abortedError(signal))
    device.addEventListener('inputreport', onReport, { signal: over.signal })
    hid.addEventListener('disconnect', onGone, { signal: over.signal })
    signal.addEventListener('abort', () => reject(abortedError(signal)), { signal: over.signal })
    if (limit !== undefined) {
      const timer = clock.setTimeout(() => reject(silent()), limit)
      over.signal.addEventListener('abort', () => clock.clearTimeout(timer))
    }
    sendAll(device, toPackets(message, channel)).catch((cause: unknown) =>
      reject(failed(['The browser could not send to it.'], cause)),
    )
  }).finally(() => over.abort())
}

async function sendAll(device: HidDevice, packets: readonly Uint8Array<ArrayBuffer>[]): Promise<void> {
  for (const packet of packets) await device.sendReport(0, packet)
}
