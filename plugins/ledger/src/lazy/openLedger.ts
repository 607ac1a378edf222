import { type Clock, isKernelError, wait } from '@latchkey/kernel/plugin'
import { answerInvalid, appNotOpen, browserUnsupported, busy, notPluggedIn } from '../errors.js'
import { ascii, concat, utf8 } from './bytes.js'
import { findHid, type Hid, type HidDevice, ledgerVendor } from './hid.js'
import { type Channel, openChannel } from './openChannel.js'
import { statusError } from './statusError.js'
import { findUsb, usbAsHid } from './usb.js'

/** An app of the device that is open and ready to be asked. */
export interface LedgerApp {
  /**
   * Asks for one instruction and returns the answer without its status.
   *
   * @throws BaseError by the status of the answer; see `statusError`
   */
  ask(instruction: number, data: Uint8Array, options?: AskOptions): Promise<Uint8Array>
}

export interface AskOptions {
  readonly p1?: number
  readonly p2?: number
  /** The person decides on the device. */
  readonly isPatient?: boolean
}

export interface OpenLedgerOptions {
  /** As the device calls it: `Ethereum`, `Solana`. */
  readonly app: string
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The device asks the person whether to open the app; called again when it is open. */
  onOpening(isOpening: boolean): void
}

/** Names that devices give themselves while no app is open. */
const dashboards: ReadonlySet<string> = new Set(['BOLOS', 'OLOS\0'])

const ownClass = 0xe0
const systemClass = 0xb0
/** How long a device takes at most to come back with another app, and how often it is looked for. Milliseconds. */
const returnTime = 15_000
const lookInterval = 300

/**
 * Opens the device, and the app on it, for as long as `run` takes. Then the device is free for other tabs and programs. Where the
 * person hasn't let this site use a device yet, the browser asks them, which it does within a press only.
 *
 * @throws LedgerError `LEDGER_BROWSER_UNSUPPORTED`, `LEDGER_NOT_CONNECTED`, `LEDGER_BUSY`, `LEDGER_APP_NOT_OPEN`,
 *   `LEDGER_APP_NOT_INSTALLED`, `LEDGER_LOCKED`; `USER_REJECTED` when the person keeps the app closed; what `run` throws
 */
export async function openLedger<Result>(
  options: OpenLedgerOptions,
  run: (app: LedgerApp) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const usb = findUsb()
  const hid = findHid() ?? (usb && usbAsHid(usb, over.signal))
  if (!hid) throw browserUnsupported()
  try {
    return await runOn(hid, options, run)
  } finally {
    over.abort()
  }
}

async function runOn<Result>(
  hid: Hid,
  options: OpenLedgerOptions,
  run: (app: LedgerApp) => Promise<Result>,
): Promise<Result> {
  const device = await findDevice(hid)
  return inOnePage(async () => {
    const held: Held = { channel: await openChannel(hid, device, options.clock, options.signal) }
    try {
      await ensureApp(hid, held, options)
      return await run({ ask: (instruction, data, how) => askApp(held, options.app, instruction, data, how) })
    } finally {
      // It may be gone already, and then there is nothing left to close.
      await held.channel.close().catch(() => undefined)
    }
  })
}

interface Held {
  channel: Channel
}

async function grantedDevice(hid: Hid): Promise<HidDevice | undefined> {
  const devices = await hid.getDevices()
  return devices.find(({ vendorId }) => vendorId === ledgerVendor)
}

async function findDevice(hid: Hid): Promise<HidDevice> {
  const granted = await grantedDevice(hid)
  if (granted) return granted
  let chosen: readonly HidDevice[]
  try {
    chosen = await hid.requestDevice({ filters: [{ vendorId: ledgerVendor }] })
  } catch (cause) {
    throw notPluggedIn(cause)
  }
  const [device] = chosen
  if (device?.vendorId !== ledgerVendor) throw notPluggedIn()
  return device
}

/** Two pages of the same origin may both hold the device open, and would read each other's answers. */
function inOnePage<Result>(run: () => Promise<Result>): Promise<Result> {
  return navigator.locks.request('latchkey.ledger', { ifAvailable: true }, (lock) => {
    if (!lock) throw busy()
    return run()
  })
}

async function askApp(
  { channel }: Held,
  app: string,
  instruction: number,
  data: Uint8Array,
  { p1 = 0, p2 = 0, isPatient = false }: AskOptions = {},
): Promise<Uint8Array> {
  const message = concat([ownClass, instruction, p1, p2, data.length], data)
  return readAnswer(await channel.exchange(message, isPatient), app, instruction)
}

function readAnswer(answer: Uint8Array, app: string, instruction: number): Uint8Array {
  if (answer.length < 2) throw answerInvalid(`instruction 0x${instruction.toString(16)}`, 'no status')
  const status = new DataView(answer.buffer, answer.byteOffset).getUint16(answer.length - 2)
  if (status !== 0x9000) throw statusError(status, app, instruction)
  return answer.slice(0, -2)
}

/** Format, name, version: each text with its length before it. */
async function currentApp({ channel }: Held, app: string): Promise<string> {
  const answer = readAnswer(
    await channel.exchange(Uint8Array.of(systemClass, 0x01, 0, 0, 0), false),
    app,
    0x01,
  )
  const length = answer[1] ?? 0
  if (answer[0] !== 1 || length === 0 || answer.length < 2 + length) {
    throw answerInvalid('the name of the open app', `${answer.length} bytes`)
  }
  return ascii(answer.slice(2, 2 + length))
}

async function ensureApp(hid: Hid, held: Held, options: OpenLedgerOptions): Promise<void> {
  const { app, onOpening } = options
  const current = await currentApp(held, app)
  if (current === app) return
  onOpening(true)
  if (!dashboards.has(current)) {
    readAnswer(await held.channel.exchange(Uint8Array.of(systemClass, 0xa7, 0, 0, 0), false), app, 0xa7)
    await comeBack(hid, held, options, (name) => dashboards.has(name))
  }
  const name = utf8(app)
  try {
    const open = concat([ownClass, 0xd8, 0, 0, name.length], name)
    readAnswer(await held.channel.exchange(open, true), app, 0xd8)
  } catch (error) {
    // Devices with old firmware have no such instruction: the person opens the app by hand.
    if (isKernelError(error, 'LEDGER_APP_OUTDATED')) throw appNotOpen(app)
    throw error
  }
  await comeBack(hid, held, options, (found) => found === app)
  onOpening(false)
}

/** A device that opens or closes an app leaves the computer and comes back as another one. */
async function comeBack(
  hid: Hid,
  held: Held,
  { app, clock, signal }: OpenLedgerOptions,
  isWanted: (name: string) => boolean,
): Promise<void> {
  await held.channel.close().catch(() => undefined)
  const end = clock.now() + returnTime
  let last: unknown
  while (clock.now() < end) {
    await wait(clock, lookInterval, signal)
    const device = await grantedDevice(hid)
    if (!device) {
      last = undefined
      continue
    }
    try {
      held.channel = await openChannel(hid, device, clock, signal)
      if (isWanted(await currentApp(held, app))) return
      last = appNotOpen(app)
    } catch (error) {
      // It is leaving, or not ready yet.
      last = error
    }
    signal.throwIfAborted()
    await held.channel.close().catch(() => undefined)
  }
  throw last ?? notPluggedIn()
}
