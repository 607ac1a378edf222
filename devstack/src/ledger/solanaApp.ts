import { type App, type AppTools, readPath, Status } from './appParts.js'
import { base58 } from '@scure/base'
import { solanaKey } from './keys.js'

const domain = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain')])

/** Bytes of an off-chain message, its head included (Solana's specification of them). */
const longestMessage = 1232

/** The Solana app's instructions, as its own documentation has them (doc/api.md of app-solana). */
export function createSolanaApp({ seed, controls, confirm }: AppTools): App {
  let streamed = Buffer.alloc(0)

  async function sign(what: 'transaction' | 'message', data: Uint8Array): Promise<Uint8Array> {
    if (data[0] !== 1) throw new Status(0x6a80)
    const { path, rest } = readPath(data.slice(1))
    const key = solanaKey(seed, path)
    if (what === 'transaction') await showTransaction(rest, key.publicKey)
    else await showMessage(rest, key.publicKey)
    return key.sign(rest)
  }

  async function showTransaction(message: Uint8Array, publicKey: Uint8Array): Promise<void> {
    const found = readTransfer(message)
    if (!Buffer.from(message).includes(Buffer.from(publicKey))) throw new Status(0x6a80)
    if (!found && !controls.allowsBlindSigning) throw new Status(0x6808)
    await confirm(found ?? { blind: `${message.length} bytes` })
  }

  async function showMessage(message: Uint8Array, publicKey: Uint8Array): Promise<void> {
    const bytes = Buffer.from(message)
    if (bytes.length > longestMessage) throw new Status(0x6a83)
    const length = bytes.length >= 85 ? bytes.readUInt16LE(83) : -1
    const isSound =
      bytes.subarray(0, 16).equals(domain) &&
      bytes[16] === 0 &&
      bytes[50] === 1 &&
      bytes.subarray(51, 83).equals(Buffer.from(publicKey)) &&
      bytes.length === 85 + length
    if (!isSound) throw new Status(0x6a81)
    const text = bytes.subarray(85)
    const isPlain = text.every((byte) => byte >= 0x20 && byte <= 0x7e)
    if ((bytes[49] === 0) !== isPlain) throw new Status(0x6a82)
    if (!isPlain && !controls.allowsBlindSigning) throw new Status(0x6808)
    await confirm({ message: text.toString() })
  }

  return async ({ instruction, p1, p2, data }) => {
    switch (instruction) {
      case 0x04:
        return Uint8Array.of(controls.allowsBlindSigning ? 1 : 0, 0, 1, 5, 0)
      case 0x05: {
        const { publicKey } = solanaKey(seed, readPath(data).path)
        if (p1 === 1) await confirm({ address: base58.encode(publicKey) })
        return publicKey
      }
      case 0x06:
      case 0x07: {
        streamed = Buffer.concat([p2 & 1 ? streamed : Buffer.alloc(0), data])
        if (p2 & 2) return new Uint8Array()
        return sign(instruction === 0x06 ? 'transaction' : 'message', streamed)
      }
      default:
        throw new Status(0x6d00)
    }
  }
}

const systemProgram = '11111111111111111111111111111111'

/** A lone transfer of the system program is shown clearly; everything else would be signed blindly. */
function readTransfer(message: Uint8Array): Readonly<Record<string, string>> | undefined {
  const bytes = Buffer.from(message)
  const head = (bytes[0] ?? 0) >= 0x80 ? 1 : 0
  const count = bytes[head + 3] ?? 0
  const keysAt = head + 4
  const keyAt = (index: number) =>
    base58.encode(bytes.subarray(keysAt + 32 * index, keysAt + 32 * (index + 1)))
  let at = keysAt + 32 * count + 32
  const instructions = bytes[at] ?? 0
  at += 1
  let transfer: Readonly<Record<string, string>> | undefined
  for (let index = 0; index < instructions; index += 1) {
    const program = keyAt(bytes[at] ?? 0)
    const accounts = bytes.subarray(at + 2, at + 2 + (bytes[at + 1] ?? 0))
    at += 2 + accounts.length
    const data = bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0))
    at += 1 + data.length
    if (program === 'ComputeBudget111111111111111111111111111111') continue
    if (program !== systemProgram || data.length !== 12 || data.readUInt32LE(0) !== 2 || transfer)
      return undefined
    transfer = { lamports: String(data.readBigUInt64LE(4)), to: keyAt(accounts[1] ?? 0) }
  }
  return transfer
}
