import { describe, expect, it } from 'vitest'
import { readVectors } from '../testing/readVectors.js'
import { canonicalAccountId } from './canonicalAccountId.js'
import { CharacterClass, isEvery, isEveryOrEncoded } from './characterClasses.js'
import { createMessage } from './createMessage.js'
import { checksumAddress, isChecksumAddress, isHexAddress } from './eip55.js'
import { parseMessage } from './parseMessage.js'
import { eip155Profile } from './profiles.js'
import type { SiwxMessage } from './SiwxMessage.js'
import { isFragment, isIpFuture, isRegName, isScheme, isUri, isUserinfo, originOf } from './uri.js'

const parse = (text: string) => parseMessage(text, eip155Profile)
const accepted = (text: string) => {
  const parsed = parse(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed))
  return parsed.message
}

/** A vector's fields in our shape: the chain as CAIP-2, dates as text, absent members absent. */
function toMessage(fields: any): SiwxMessage {
  const { address, chainId, time, ...rest } = fields
  const message: any = { ...rest, accountAddress: address, chainId: `eip155:${chainId}` }
  for (const key of ['issuedAt', 'expirationTime', 'notBefore']) {
    if (message[key]?.date) message[key] = message[key].date
  }
  if (message.scheme === null) delete message.scheme
  return message
}

describe('EIP-4361 vectors', () => {
  it.each(readVectors('evm/siwe/parsing_positive'))('parses: $id', ({ message, fields }) => {
    expect(accepted(message)).toEqual(toMessage(fields))
    expect(createMessage(toMessage(fields), eip155Profile)).toBe(message)
  })

  it.each(readVectors('evm/siwe/parsing_negative'))('refuses: $id', ({ message }) => {
    expect(parse(message).ok).toBe(false)
  })

  it.each(readVectors('evm/siwe/parsing_negative_objects'))('does not build: $id', ({ fields }) => {
    expect(() => createMessage(toMessage(fields), eip155Profile)).toThrow()
  })

  it.each(readVectors('evm/siwe/message_objects'))('builds or not: $id', ({ msg, error }) => {
    const build = () => createMessage(toMessage(msg), eip155Profile)
    if (error === 'none') expect(accepted(build())).toEqual(toMessage(msg))
    else expect(build).toThrow()
  })

  it.each(readVectors('evm/siwe/invalid_resources'))('refuses: $id', ({ msg }) => {
    expect(parse(msg).ok).toBe(false)
  })

  it.each(readVectors('evm/siwe/invalid_uris'))('refuses: $id', ({ msg }) => {
    expect(parse(msg).ok).toBe(false)
  })

  it.each(readVectors('evm/siwe/valid_resources'))('parses: $id', ({ msg, resources }) => {
    expect(accepted(msg).resources).toEqual(resources)
  })

  it.each(readVectors('evm/siwe/valid_specification'))('parses: $id', ({ msg, items }) => {
    for (const [key, value] of Object.entries(items)) {
      expect(accepted(msg)[key as keyof SiwxMessage] ?? null).toEqual(value)
    }
  })

  it.each(readVectors('evm/siwe/valid_uris'))('parses: $id', ({ msg, uri }) => {
    const parts = splitUri(accepted(msg).uri)
    for (const [key, value] of Object.entries(uri)) {
      expect(parts[key] ?? null).toEqual(typeof value === 'number' ? `${value}` : value)
    }
  })

  const rules: Record<string, (text: string) => boolean> = {
    'pct-encoded': (text) => text.length === 3 && text.startsWith('%') && isEveryOrEncoded(text, 0),
    IPvFuture: isIpFuture,
    fragment: isFragment,
    query: isFragment,
    userinfo: isUserinfo,
    'segment-nz': (text) => text !== '' && isEveryOrEncoded(text, CharacterClass.pchar),
    scheme: isScheme,
    'reg-name': isRegName,
    statement: (text) => text !== '' && isEvery(text, CharacterClass.statement),
  }
  const characters = [...readVectors('evm/siwe/valid_chars'), ...readVectors('evm/siwe/invalid_chars')]
  it.each(characters)('rule $rule on $input is $answer', ({ rule, input, answer }) => {
    expect(rules[rule]?.(input)).toBe(answer)
  })

  it.each(readVectors('evm/siwe/is_uri_viem'))('is a URI: $args', ({ args, expect: wanted }) => {
    expect(isUri(args[0])).toBe(wanted !== false)
  })
})

/** viem checks the domain as a DNS name of at least two labels; EIP-4361 asks for an RFC 3986 authority. */
const VIEM_STRICTER_DOMAINS = ['-example.com', 'foobarbaz']

describe('viem vectors', () => {
  const clock = '2023-02-01T00:00:00.000Z'

  it.each(readVectors('evm/siwe/create_viem'))('builds or not: $desc $args.0.domain', (vector) => {
    const build = () => createMessage({ ...{ issuedAt: clock }, ...toMessage(vector.args[0]) }, eip155Profile)
    const stricter = VIEM_STRICTER_DOMAINS.includes(vector.args[0].domain)
    if (vector.throws && !stricter) return expect(build).toThrow()
    const text = build()
    if (vector.match === 'contains') expect(text).toContain(vector.expect)
    else if (vector.expect === 'string' || stricter) expect(parse(text).ok).toBe(true)
    else expect(text).toBe(vector.expect)
  })

  it.each(readVectors('evm/siwe/parse_viem'))(
    'reads $desc as viem does, once the text is EIP-4361',
    (vector) => {
      const [source] = vector.args
      if (vector.desc === 'behavior: bogus message') return expect(parse(source).ok).toBe(false)
      const text = source.replace(/^(.+\n0x.{40}\n)\n(?=URI)/, '$1\n\n')
      if (text !== source) expect(parse(source).ok).toBe(false)
      const fields: any = fromMessage(accepted(text))
      const field = vector.op.split('.')[1]
      expect(field ? fields[field] : fields).toEqual(plain(vector.expect))
    },
  )
})

function fromMessage({ accountAddress, chainId, ...rest }: SiwxMessage) {
  return { ...rest, address: accountAddress, chainId: Number(chainId.split(':')[1]) }
}

/** A recorded value with its dates as text. */
function plain(value: any): any {
  if (value?.date) return value.date
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

describe('EIP-55 vectors', () => {
  it.each(readVectors('evm/eip55/checksum_spec'))('$address', (vector) => {
    const valid = vector.valid ?? vector.answer ?? vector.expect
    expect(isChecksumAddress(vector.address)).toBe(valid)
  })

  it.each(readVectors('evm/eip55/is_address_viem'))(
    '$args is an address: $expect',
    ({ args, expect: wanted }) => {
      expect(isChecksumAddress(args[0])).toBe(wanted)
    },
  )

  it.each(readVectors('evm/eip55/get_address_viem'))('writes $args as $expect', (vector) => {
    const [address, chain] = vector.args
    if (vector.throws) return expect(isHexAddress(address) && isChecksumAddress(address)).toBe(false)
    // A second argument asks for the form of EIP-1191, which is another spelling and not one of EIP-4361.
    expect(checksumAddress(address) === vector.expect).toBe(chain === undefined)
  })

  it.each(readVectors('evm/eip55/is_address_equal_viem'))(
    'compares $args',
    ({ args, expect: same, throws }) => {
      const [one, other] = args.map((address: string) => canonicalAccountId(`eip155:1:${address}`))
      expect(one === other).toBe(throws ? false : same)
    },
  )

  it('agrees with the ethers accounts', () => {
    for (const account of readVectors('evm/eip55/accounts_ethers')) {
      const wanted = account.checksumAddress ?? account.address
      expect(checksumAddress(wanted.toLowerCase())).toBe(wanted)
      expect(isChecksumAddress(wanted)).toBe(true)
    }
  })
})

describe('texts of other shapes', () => {
  it('keeps an empty request id apart from an absent one', () => {
    const base = accepted(readVectors('evm/siwe/parsing_positive')[0].message)
    const { requestId: _, ...without } = base
    const text = createMessage({ ...without, requestId: '' }, eip155Profile)
    expect(accepted(text).requestId).toBe('')
    expect(accepted(createMessage(without, eip155Profile)).requestId).toBeUndefined()
  })

  it('keeps an empty statement apart from an absent one (ERC-4361: statement = *( … ))', () => {
    const { statement: _, ...without } = accepted(readVectors('evm/siwe/parsing_positive')[0].message)
    const silent = createMessage(without, eip155Profile)
    const empty = createMessage({ ...without, statement: '' }, eip155Profile)
    expect(empty).toBe(silent.replace('\n\n\nURI', '\n\n\n\nURI'))
    expect(accepted(empty).statement).toBe('')
    expect(accepted(silent).statement).toBeUndefined()
    expect(parse(silent.replace('\n\n\nURI', '\n\n\n\n\nURI')).ok).toBe(false)
  })
})

function splitUri(uri: string): Record<string, string | undefined> {
  const scheme = uri.slice(0, uri.indexOf(':'))
  const authority = originOf(uri)?.authority
  const at = authority?.indexOf('@') ?? -1
  const hostAndPort = authority?.slice(at + 1)
  const match = /^(\[.*\]|[^:]*)(?::(\d*))?$/.exec(hostAndPort ?? '')
  const rest = uri.slice(scheme.length + 1 + (authority === undefined ? 0 : authority.length + 2))
  const tail = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(rest)
  return {
    scheme,
    userinfo: at >= 0 ? authority?.slice(0, at) : undefined,
    host: authority === undefined ? undefined : match?.[1]?.replace(/^\[|\]$/g, ''),
    port: match?.[2],
    path: tail?.[1],
    query: tail?.[2],
    fragment: tail?.[3],
  }
}
