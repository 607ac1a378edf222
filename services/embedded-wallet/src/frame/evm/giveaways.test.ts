import { hashTypedData, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { address, createEvmContext } from '../../../test/evmContext.js'
import { answerEvm } from './answerEvm.js'

const stranger = '0x5555555555555555555555555555555555555555'
const contract = '0x6666666666666666666666666666666666666666'

/** What is shown of data whose members are named with their types. */
async function warningsOf(
  primaryType: string,
  members: Readonly<Record<string, readonly [type: string, value: unknown]>>,
  others: Readonly<Record<string, readonly { name: string; type: string }[]>> = {},
) {
  const { context, shown } = createEvmContext()
  const entries = Object.entries(members)
  const data = {
    domain: { name: 'Test', chainId: 31337, verifyingContract: contract },
    primaryType,
    types: { [primaryType]: entries.map(([name, [type]]) => ({ name, type })), ...others },
    message: Object.fromEntries(entries.map(([name, [, value]]) => [name, value])),
  }
  await answerEvm('eth_signTypedData_v4', [address, data], context)
  return {
    data,
    warnings: (shown[0]?.facts ?? []).flatMap(({ name, value, isWarning }) =>
      isWarning ? [`${name}: ${value}`] : [],
    ),
  }
}

const unlimited = `Lets someone spend your tokens, without any limit: ${stranger}`
const limited = `Lets someone spend your tokens: ${stranger}`

describe('an allowance is unlimited as its number is hashed', () => {
  const permit = (value: unknown, type = 'uint256') =>
    warningsOf('Permit', {
      owner: ['address', address],
      spender: ['address', stranger],
      value: [type, value],
    })
  const all = maxUint256

  test.each([
    ['in decimal', all.toString()],
    ['in hex', `0x${all.toString(16)}`],
    ['in hex with a large X', `0X${all.toString(16)}`],
    ['in binary', `0b${all.toString(2)}`],
    ['in octal', `0o${all.toString(8)}`],
    ['with zeros before it', `000${all}`],
    ['with spaces around it', `  ${all}\n`],
    ['in a list of one', [all.toString()]],
  ])('%s', async (_, value) => {
    const { data, warnings } = await permit(value)
    expect(warnings).toContain(unlimited)
    // The chain would take it for the same.
    const plain = { ...data, message: { ...data.message, value: all } }
    expect(hashTypedData(data as never)).toBe(hashTypedData(plain as never))
  })

  test('and is not, where the number is small', async () => {
    for (const value of ['5', '0X5', '0b101', ['5']])
      expect((await permit(value)).warnings).toContain(limited)
  })

  test('in a list of several amounts', async () => {
    expect((await permit(['1', `0X${all.toString(16)}`], 'uint256[]')).warnings).toContain(unlimited)
  })
})

describe('a signature that gives something away says so', () => {
  const amounts = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, ['uint256', '1'] as const]))

  test.each(['TransferWithAuthorization', 'ReceiveWithAuthorization'])('%s (ERC-3009)', async (name) => {
    const { warnings } = await warningsOf(name, {
      ...{ from: ['address', address], to: ['address', stranger] },
      ...amounts(['value', 'validAfter', 'validBefore']),
      nonce: ['bytes32', `0x${'1'.repeat(64)}`],
    })
    expect(warnings).toContain(`Lets anyone who has this signature send your tokens: ${stranger}`)
  })

  const item = [
    { name: 'token', type: 'address' },
    { name: 'startAmount', type: 'uint256' },
  ]
  const order = {
    ...{ offerer: ['address', address], zone: ['address', stranger] },
    offer: ['OfferItem[]', [{ token: contract, startAmount: '1' }]],
    consideration: ['OfferItem[]', []],
    conduitKey: ['bytes32', `0x${'0'.repeat(64)}`],
  } as const satisfies Parameters<typeof warningsOf>[1]
  const offers = `Gives what this order offers to whoever takes it: ${address}`

  test('an order of Seaport', async () => {
    expect((await warningsOf('OrderComponents', order, { OfferItem: item })).warnings).toContain(offers)
  })

  test('several orders of Seaport, signed as one', async () => {
    const types = Object.entries(order).map(([name, [type]]) => ({ name, type }))
    const one = Object.fromEntries(Object.entries(order).map(([name, [, value]]) => [name, value]))
    const { warnings } = await warningsOf(
      'BulkOrder',
      { tree: ['OrderComponents[2]', [one, one]] },
      { OrderComponents: types, OfferItem: item },
    )
    expect(warnings).toEqual([offers, offers])
  })

  test('an order of a market that isn’t known', async () => {
    const { warnings } = await warningsOf('MakerOrder', {
      signer: ['address', address],
      ...amounts(['price']),
    })
    expect(warnings).toContain('May offer what you own: to whoever takes the order')
  })

  test('a transaction of a Safe', async () => {
    const { warnings } = await warningsOf('SafeTx', {
      ...{ to: ['address', stranger], data: ['bytes', '0x'], operation: ['uint8', 0] },
      ...{ gasToken: ['address', contract], refundReceiver: ['address', contract] },
      ...amounts(['value', 'safeTxGas', 'baseGas', 'gasPrice', 'nonce']),
    })
    expect(warnings).toContain(`Approves a transaction of a Safe: ${stranger}`)
  })

  test.each([
    [
      'ForwardRequest',
      { to: ['address', stranger], data: ['bytes', '0x'], ...amounts(['value', 'gas', 'nonce']) },
      stranger,
    ],
    ['MetaTransaction', { functionSignature: ['bytes', '0x'], ...amounts(['nonce']) }, address],
  ] as const)('%s', async (name, members, whom) => {
    const { warnings } = await warningsOf(name, { from: ['address', address], ...members } as never)
    expect(warnings).toContain(`Lets someone send a call in your name: ${whom}`)
  })

  test('and what gives nothing away doesn’t', async () => {
    const { warnings } = await warningsOf('Mail', {
      ...{ from: ['address', address], to: ['address', stranger], contents: ['string', 'Hello'] },
    })
    expect(warnings).toEqual([])
  })
})
