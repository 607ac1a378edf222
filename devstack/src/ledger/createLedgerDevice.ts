import { DEV_MNEMONIC } from '../evm/devAccounts.js'
import { type App, Status } from './appParts.js'
import type { DeviceControls } from './deviceControls.js'
import { createEthereumApp } from './ethereumApp.js'
import { seedOf } from './keys.js'
import { createSolanaApp } from './solanaApp.js'

export interface LedgerDeviceOptions {
  /** The recovery phrase. Default: the development phrase that local nodes give coins to. */
  readonly mnemonic?: string
}

export interface DeviceAnswer {
  /** Packets of 64 bytes to send back; none until a whole message has come. */
  readonly packets: readonly Uint8Array[]
  /** The device leaves the computer and comes back, because it opened or closed an app. */
  readonly isReplugged: boolean
}

/**
 * A Ledger in software with real keys: the USB packets, the device's own instructions, and the Ethereum and Solana apps, as
 * Ledger documents them, or as its libraries speak to them where it doesn't. It isn't Speculos, and runs none of Ledger's own code.
 */
export interface LedgerDevice {
  readonly controls: DeviceControls
  /** Takes one packet of 64 bytes. */
  receive(packet: Uint8Array): Promise<DeviceAnswer>
  /** Presses the buttons for what `controls.person = 'waits'` left open; without a question, it waits for the next one. */
  decide(isApproved: boolean): Promise<void>
  /** Pulls the cable: what the person was asked is over, and so is the open app. */
  unplug(): void
}

export function createLedgerDevice({ mnemonic = DEV_MNEMONIC }: LedgerDeviceOptions = {}): LedgerDevice {
  const controls: DeviceControls = {
    isLocked: false,
    installed: ['Ethereum', 'Solana'],
    openApp: 'Ethereum',
    allowsBlindSigning: true,
    isOldEthereumApp: false,
    person: 'approves',
    screens: [],
    nextAnswer: undefined,
  }
  const questions = createQuestions(controls)
  const tools = { seed: seedOf(mnemonic), controls, confirm: questions.confirm }
  const apps: Readonly<Record<string, App>> = {
    Ethereum: createEthereumApp(tools),
    Solana: createSolanaApp(tools),
  }
  const run = createMachine(controls, apps, questions.confirm)
  let received = Buffer.alloc(0)

  return {
    controls,
    decide: questions.decide,
    unplug() {
      questions.drop()
      controls.openApp = undefined
      received = Buffer.alloc(0)
    },
    async receive(given) {
      const packet = Buffer.from(given)
      if (packet.length !== 64 || packet[2] !== 0x05)
        throw new Error('Expected a packet of 64 bytes with tag 5.')
      const number = packet.readUInt16BE(3)
      received = number === 0 ? packet.subarray(5) : Buffer.concat([received, packet.subarray(5)])
      const length = received.readUInt16BE()
      if (received.length - 2 < length) return { packets: [], isReplugged: false }
      const before = controls.openApp
      const replacement = controls.nextAnswer
      controls.nextAnswer = undefined
      const answer = replacement ?? (await run(received.subarray(2, 2 + length)))
      return { packets: split(packet.readUInt16BE(), answer), isReplugged: controls.openApp !== before }
    },
  }
}

/** The device's screen and buttons. */
function createQuestions(controls: DeviceControls) {
  let open: ((word: number | undefined) => void) | undefined
  let asked: (() => void) | undefined
  return {
    async confirm(pages: Readonly<Record<string, string>>): Promise<void> {
      controls.screens.push(pages)
      if (controls.person === 'approves') return
      if (controls.person === 'declines') throw new Status(0x6985)
      const word = await new Promise<number | undefined>((resolve) => {
        open = resolve
        asked?.()
      })
      open = undefined
      if (word !== undefined) throw new Status(word)
    },
    async decide(isApproved: boolean): Promise<void> {
      if (!open) await new Promise<void>((resolve) => (asked = resolve))
      open?.(isApproved ? undefined : 0x6985)
    },
    drop: () => open?.(0x6f00),
  }
}

/** Runs one message and returns the answer with its status word. */
function createMachine(
  controls: DeviceControls,
  apps: Readonly<Record<string, App>>,
  confirm: (pages: Readonly<Record<string, string>>) => Promise<void>,
) {
  async function system(instruction: number, data: Uint8Array): Promise<Uint8Array> {
    if (instruction === 0x01) {
      const name = Buffer.from(controls.openApp ?? 'BOLOS')
      const version = Buffer.from('1.14.0')
      return Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([version.length]), version])
    }
    if (instruction === 0xa7) controls.openApp = undefined
    else if (instruction === 0xd8) {
      const app = Buffer.from(data).toString()
      if (!controls.installed.includes(app)) throw new Status(0x6807)
      await confirm({ open: app })
      controls.openApp = app
    } else throw new Status(0x6d00)
    return new Uint8Array()
  }

  return async (message: Buffer): Promise<Uint8Array> => {
    const [own = 0, instruction = 0, p1 = 0, p2 = 0, length = 0] = message
    const data = Uint8Array.from(message.subarray(5))
    try {
      if (message.length < 4 || data.length !== length) throw new Status(0x6700)
      if (controls.isLocked) throw new Status(0x5515)
      const isDashboard = controls.openApp === undefined
      if (own === 0xb0 || (own === 0xe0 && isDashboard && instruction === 0xd8)) {
        return withStatus(await system(instruction, data), 0x9000)
      }
      const app = apps[controls.openApp ?? '']
      if (own !== 0xe0 || !app) throw new Status(isDashboard ? 0x6e01 : 0x6e00)
      return withStatus(await app({ instruction, p1, p2, data }), 0x9000)
    } catch (error) {
      return withStatus(new Uint8Array(), error instanceof Status ? error.word : 0x6f00)
    }
  }
}

const withStatus = (data: Uint8Array, word: number) =>
  Buffer.concat([data, Buffer.from([word >> 8, word & 0xff])])

function split(channel: number, answer: Uint8Array): Uint8Array[] {
  const whole = Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 0xff]), answer])
  return Array.from({ length: Math.ceil(whole.length / 59) }, (_, index) => {
    const packet = Buffer.alloc(64)
    packet.writeUInt16BE(channel)
    packet.writeUInt8(0x05, 2)
    packet.writeUInt16BE(index, 3)
    whole.copy(packet, 5, index * 59, (index + 1) * 59)
    return Uint8Array.from(packet)
  })
}
