import { bytesToBigInt, bytesToHex } from 'viem'
import { type Command, Status } from './appParts.js'

interface Field {
  readonly name: string
  readonly type: string
}

export interface ReadTypedData {
  readonly types: Record<string, Field[]>
  readonly primaryType: string
  readonly domain: Record<string, unknown>
  readonly message: Record<string, unknown>
}

const baseNames = ['', 'int', 'uint', 'address', 'bool', 'string', 'bytes', 'bytes']

/** Puts structured data together from definitions of types and from values, streamed as hw-app-eth does (EIP-712). */
export function createTypedDataReader() {
  let types: Record<string, Field[]> = {}
  let current = ''
  /** Values in the order they came: bytes of a field, or how many items a list has. */
  let roots: { readonly name: string; readonly values: (Uint8Array | number)[] }[] = []
  let partial = Buffer.alloc(0)

  return {
    define({ p2, data }: Command): void {
      if (p2 === 0x00) {
        if (roots.length > 0) {
          types = {}
          roots = []
        }
        current = Buffer.from(data).toString()
        types[current] = []
      } else if (p2 === 0xff) types[current]?.push(readField(Buffer.from(data)))
      else throw new Status(0x6b00)
    },
    fill({ p1, p2, data }: Command): void {
      if (p2 === 0x00) {
        roots.push({ name: Buffer.from(data).toString(), values: [] })
        return
      }
      const values = roots.at(-1)?.values
      if (!values) throw new Status(0x6985)
      if (p2 === 0x0f) return void values.push(data[0] ?? 0)
      partial = Buffer.concat([partial, data])
      if (p1 === 1) return
      const whole = partial
      partial = Buffer.alloc(0)
      if (whole.readUInt16BE() !== whole.length - 2) throw new Status(0x6a80)
      values.push(Uint8Array.from(whole.subarray(2)))
    },
    finish(): ReadTypedData {
      const [domain, message] = roots
      if (domain?.name !== 'EIP712Domain' || !message) throw new Status(0x6a80)
      const read = {
        types,
        primaryType: message.name,
        domain: readStruct(types, domain.name, domain.values),
        message: readStruct(types, message.name, message.values),
      }
      if (domain.values.length + message.values.length > 0) throw new Status(0x6a80)
      types = {}
      roots = []
      return read
    },
  }
}

function readField(data: Buffer): Field {
  let at = 0
  const head = data[at++] ?? 0
  const kind = head & 0x0f
  let type = baseNames[kind] ?? ''
  if (kind === 0) {
    const length = data[at++] ?? 0
    type = data.subarray(at, at + length).toString()
    at += length
  }
  if (head & 0x40) {
    const size = data[at++] ?? 0
    type += kind === 6 ? size : size * 8
  }
  if (head & 0x80) {
    const levels = data[at++] ?? 0
    for (let level = 0; level < levels; level += 1) type += data[at++] === 1 ? `[${data[at++]}]` : '[]'
  }
  const length = data[at++] ?? 0
  if (data.length !== at + length) throw new Status(0x6a80)
  return { type, name: data.subarray(at).toString() }
}

type Values = (Uint8Array | number)[]

function readStruct(types: ReadTypedData['types'], name: string, values: Values): Record<string, unknown> {
  const fields = types[name] ?? []
  return Object.fromEntries(fields.map((field) => [field.name, readValue(types, field.type, values)]))
}

function readValue(types: ReadTypedData['types'], type: string, values: Values): unknown {
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const count = values.shift()
    if (typeof count !== 'number' || (list[2] && Number(list[2]) !== count)) throw new Status(0x6a80)
    return Array.from({ length: count }, () => readValue(types, list[1] ?? '', values))
  }
  if (types[type]) return readStruct(types, type, values)
  const bytes = values.shift()
  if (!(bytes instanceof Uint8Array)) throw new Status(0x6a80)
  if (type === 'string') return Buffer.from(bytes).toString()
  if (type === 'bool') return bytes[0] === 1
  const [, kind, bits] = /^(u?int)(\d+)$/.exec(type) ?? []
  if (!kind) return bytesToHex(bytes)
  const number = bytesToBigInt(bytes)
  return kind === 'int' ? BigInt.asIntN(Number(bits), number) : number
}
