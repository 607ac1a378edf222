import {
  bytesToHex,
  encodePacked,
  formatEther,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  keccak256,
  parseTransaction,
} from 'viem'
import { type App, type AppTools, type Command, readPath, Status } from './appParts.js'
import { type EthereumKey, ethereumKey } from './keys.js'
import { createTypedDataReader } from './typedDataReader.js'

/** Selectors of ERC-20: transfer and approve. */
const tokenCalls = /^0x(a9059cbb|095ea7b3)/

/**
 * The Ethereum app's instructions, as its own documentation has them (doc/apdu.md of app-ethereum), and those of structured data's
 * fields, which it lacks, as hw-app-eth sends them. Descriptions of tokens count whoever signed them: Ledger's key isn't here.
 */
export function createEthereumApp(tools: AppTools): App {
  const open: OpenApp = {
    ...tools,
    describedTokens: new Set(),
    typedData: createTypedDataReader(),
    streamed: Buffer.alloc(0),
  }
  const { seed, controls, confirm, typedData } = open
  return async (command) => {
    const { instruction, p1, data } = command
    if (controls.isOldEthereumApp && (instruction === 0x1a || instruction === 0x1c)) throw new Status(0x6d00)
    switch (instruction) {
      case 0x02: {
        const { account, publicKey } = ethereumKey(seed, readPath(data).path)
        if (p1 === 1) await confirm({ address: account.address })
        const address = Buffer.from(account.address.slice(2))
        return Buffer.concat([Buffer.from([65]), publicKey, Buffer.from([40]), address])
      }
      case 0x04:
        return signTransaction(open, command)
      case 0x06:
        return Uint8Array.of(controls.allowsBlindSigning ? 3 : 2, 1, controls.isOldEthereumApp ? 6 : 14, 0)
      case 0x08:
        return signMessage(open, command)
      case 0x0a: {
        const at = 1 + (data[0] ?? 0)
        const chainId = Buffer.from(data).readUInt32BE(at + 24)
        open.describedTokens.add(`${chainId} ${bytesToHex(data.slice(at, at + 20))}`)
        return Uint8Array.of(0)
      }
      case 0x0c:
        return signTyped(open, command)
      case 0x1a:
        typedData.define(command)
        return new Uint8Array()
      case 0x1c:
        typedData.fill(command)
        return new Uint8Array()
      default:
        throw new Status(0x6d00)
    }
  }
}

/** What the app remembers between instructions. */
interface OpenApp extends AppTools {
  readonly describedTokens: Set<string>
  readonly typedData: ReturnType<typeof createTypedDataReader>
  streamed: Buffer
}

/** What has come of something that is sent in parts. */
function readStream(open: OpenApp, { p1, data }: Command): ReturnType<typeof readPath> {
  open.streamed = Buffer.concat([p1 === 0x80 ? open.streamed : Buffer.alloc(0), data])
  return readPath(open.streamed)
}

async function signTransaction(open: OpenApp, command: Command): Promise<Uint8Array> {
  const { path, rest } = readStream(open, command)
  const isLegacy = (rest[0] ?? 0) >= 0xc0
  const end = (isLegacy ? 0 : 1) + listLength(rest.subarray(isLegacy ? 0 : 1))
  // As the app's own parser does, it takes a list of six for a transaction without a chain id.
  if (isLegacy && rest.length < end && endsAfterData(rest)) throw new Status(0x6a80)
  if (rest.length < end) return new Uint8Array()
  const raw = bytesToHex(rest)
  await showTransaction(open, raw)
  const signature = await signHash(ethereumKey(open.seed, path), keccak256(raw))
  return Buffer.concat([Buffer.from([writeParity(raw, (signature[0] ?? 0) - 27)]), signature.slice(1)])
}

async function showTransaction({ describedTokens, controls, confirm }: OpenApp, raw: Hex): Promise<void> {
  if (!/^0x(01|02|[c-f])/.test(raw)) throw new Status(0x6501)
  const { to, value = 0n, data, chainId } = parseTransaction(raw)
  const isDescribed = describedTokens.delete(`${chainId} ${to?.toLowerCase()}`)
  const isClear = data === undefined || (isDescribed && tokenCalls.test(data))
  if (!isClear && !controls.allowsBlindSigning) throw new Status(0x6a80)
  await confirm({
    amount: formatEther(value),
    to: to ?? 'a new contract',
    network: `${chainId}`,
    ...(data === undefined ? {} : { [isClear ? 'token' : 'blind']: data }),
  })
}

async function signMessage(open: OpenApp, command: Command): Promise<Uint8Array> {
  const { path, rest } = readStream(open, command)
  const length = Buffer.from(rest).readUInt32BE()
  const message = rest.slice(4)
  if (message.length < length) return new Uint8Array()
  if (message.length > length) throw new Status(0x6a80)
  await open.confirm({ message: Buffer.from(message).toString() })
  return signHash(ethereumKey(open.seed, path), hashMessage({ raw: message }))
}

async function signTyped({ seed, typedData, confirm }: OpenApp, { p2, data }: Command): Promise<Uint8Array> {
  const { path, rest } = readPath(data)
  const key = ethereumKey(seed, path)
  if (p2 === 1) {
    const whole = typedData.finish()
    await confirm({ type: whole.primaryType, message: JSON.stringify(whole.message, plainNumbers) })
    return signHash(key, hashTypedData(whole))
  }
  if (rest.length !== 64) throw new Status(0x6a80)
  const [domain, message] = [bytesToHex(rest.slice(0, 32)), bytesToHex(rest.slice(32))]
  await confirm({ domainHash: domain, messageHash: message })
  return signHash(key, keccak256(encodePacked(['bytes2', 'bytes32', 'bytes32'], ['0x1901', domain, message])))
}

async function signHash({ account }: EthereumKey, hash: Hex): Promise<Uint8Array> {
  const signature = hexToBytes(await account.sign({ hash }))
  return Buffer.concat([signature.slice(64), signature.slice(0, 64)])
}

/** `v` of a transaction: the parity, or of a legacy one the lowest byte of what EIP-155 makes of it. */
function writeParity(raw: Hex, parity: number): number {
  const { type, chainId = 0 } = parseTransaction(raw)
  return type === 'legacy' ? (chainId * 2 + 35 + parity) & 0xff : parity
}

const plainNumbers = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)

/** Bytes of an RLP list with its head. */
function listLength(bytes: Uint8Array): number {
  const first = bytes[0] ?? 0
  if (first < 0xc0) throw new Status(0x6a80)
  if (first <= 0xf7) return 1 + (first - 0xc0)
  const size = first - 0xf7
  return 1 + size + Number(BigInt(bytesToHex(bytes.slice(1, 1 + size))))
}

/** Whether the bytes that are here end exactly after the sixth field of a legacy transaction, its data. */
function endsAfterData(bytes: Uint8Array): boolean {
  let at = (bytes[0] ?? 0) <= 0xf7 ? 1 : 1 + ((bytes[0] ?? 0) - 0xf7)
  for (let field = 0; field < 6; field += 1) {
    const first = bytes[at]
    if (first === undefined) return false
    if (first < 0x80) at += 1
    else if (first <= 0xb7) at += 1 + first - 0x80
    else {
      const size = first - 0xb7
      if (at + 1 + size > bytes.length) return false
      at += 1 + size + Number(BigInt(bytesToHex(bytes.slice(at + 1, at + 1 + size))))
    }
  }
  return at === bytes.length
}
