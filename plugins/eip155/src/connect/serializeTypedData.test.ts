import type { NetworkId } from '@latchkey/kernel/plugin'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { describe, expect, it } from 'vitest'
import vectors from '../../vectors/eip712/typed_data_ethers.json' with { type: 'json' }
import type { TypedData } from '../typedData.js'
import { serializeTypedData } from './serializeTypedData.js'

type Case = { name: string; digest: string; data: TypedData['message'] } & Omit<TypedData, 'message'>

describe('public vectors', () => {
  it.each(vectors.cases as unknown as Case[])('hands $name over unchanged', (vector) => {
    const { domain, types, primaryType, data: message, digest } = vector
    const networkId: NetworkId = `eip155:${domain.chainId ?? 1}`
    const json = serializeTypedData({ domain, types, primaryType, message }, networkId)
    expect(hashTypedData(JSON.parse(json) as TypedDataDefinition)).toBe(digest)
  })
})

const mail: TypedData = {
  domain: { name: 'Mail', version: '1', chainId: 1n },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'amount', type: 'uint256' },
      { name: 'tag', type: 'bytes4' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Alice', wallets: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] },
    amount: 2n ** 255n,
    tag: Uint8Array.of(1, 2, 3, 4),
  },
}
const write = (change: Partial<TypedData>, networkId: NetworkId = 'eip155:1') =>
  serializeTypedData({ ...mail, ...change }, networkId)
const message = (change: Record<string, unknown>) => ({ message: { ...mail.message, ...change } })
const types = (change: TypedData['types']) => ({ types: { ...mail.types, ...change } })

it('names the domain’s type, in the order of the standard, and keeps big numbers exact', () => {
  expect(JSON.parse(write({}))).toEqual({
    types: {
      ...mail.types,
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
    },
    domain: { name: 'Mail', version: '1', chainId: 1 },
    primaryType: 'Mail',
    message: { ...mail.message, amount: (2n ** 255n).toString(), tag: '0x01020304' },
  })
})

describe('refuses', () => {
  it.each<[string, () => string]>([
    ['At domain.chainId: it names chain 1 and the request is for eip155:10.', () => write({}, 'eip155:10')],
    [
      'At domain.colour: EIP-712 knows no such member of a domain.',
      () => write({ domain: { colour: 'red' } as never }),
    ],
    [
      'At types.EIP712Domain: the domain has (string name, string version, uint256 chainId) and the type (string name).',
      () => write(types({ EIP712Domain: [{ name: 'name', type: 'string' }] })),
    ],
    ['At primaryType: "types" has no "Letter".', () => write({ primaryType: 'Letter' })],
    ['At primaryType: "types" has no "constructor".', () => write({ primaryType: 'constructor' })],
    ['At types.Mail.x: "uint7" is no type.', () => write(types({ Mail: [{ name: 'x', type: 'uint7' }] }))],
    [
      'At types.Mail.x: "Nobody[2]" is no type.',
      () => write(types({ Mail: [{ name: 'x', type: 'Nobody[2]' }] })),
    ],
    [
      'At types.Mail: a member is named twice.',
      () =>
        write(
          types({
            Mail: [
              { name: 'x', type: 'bool' },
              { name: 'x', type: 'bool' },
            ],
          }),
        ),
    ],
    ['At message.from: expected a struct.', () => write(message({ from: null }))],
    ['At message.from.name: expected string.', () => write(message({ from: { wallets: [] } }))],
    [
      'At message.from.wallets: expected address[].',
      () => write(message({ from: { name: 'A', wallets: 1 } })),
    ],
    [
      'At message.from.wallets[0]: expected address.',
      () => write(message({ from: { name: 'A', wallets: ['alice.eth'] } })),
    ],
    [
      'At message.amount: expected uint256 as a whole number below 2^53, a bigint or a decimal text.',
      () => write(message({ amount: 2 ** 53 })),
    ],
    ['At message.amount: -1 does not fit uint256.', () => write(message({ amount: -1 }))],
    [`At message.amount: ${2n ** 256n} does not fit uint256.`, () => write(message({ amount: 2n ** 256n }))],
    ['At message.tag: expected bytes4.', () => write(message({ tag: '0x0102' }))],
    [
      'At message.hidden: the types do not name it, so it would not be signed.',
      () => write(message({ hidden: true })),
    ],
  ])('%s', (sentence, run) => {
    expect(run).toThrow(
      expect.objectContaining({
        code: 'TYPED_DATA_INVALID',
        shortMessage: 'The data to sign is not valid, so the wallet was not asked.',
        metaMessages: [sentence],
      }),
    )
  })

  it('a struct without end', () => {
    const loop: Record<string, unknown> = {}
    loop['next'] = loop
    const data = { ...types({ Loop: [{ name: 'next', type: 'Loop' }] }), primaryType: 'Loop', message: loop }
    expect(() => write(data)).toThrow('The data to sign is not valid')
  })
})
