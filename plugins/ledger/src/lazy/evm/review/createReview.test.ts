import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { registryFields, registryText } from '../../../../test/registryText.js'
import type { LedgerReading } from '../../../index.js'
import { readTypedData } from '../typedData.js'
import type { Facts } from './context.js'
import { createReview } from './createReview.js'
import { readDescriptors } from './readDescriptors.js'

const contract = `0x${'c0'.repeat(20)}` as const
const token = '0x5A9D924FC336A5EC8cf3B1909aA660533B50b015'
const from = `0x${'f0'.repeat(20)}` as const
const schema = 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json'

const facts: Facts = {
  networkOf: (chainId) => ({ id: `eip155:${chainId}`, name: chainId === 1 ? 'Ethereum' : undefined }),
  currencyOf: (chainId) => (chainId === 1 ? { symbol: 'ETH', decimals: 18 } : undefined),
  tokenOf: async (_, address) => (address === token ? { symbol: 'TST', decimals: 6 } : undefined),
}

interface Asked {
  readonly key: string
  readonly format: unknown
  readonly data: Hex
  readonly value?: bigint
  readonly metadata?: object
  readonly display?: object
  readonly more?: Record<string, unknown>
  readonly to?: string
  readonly chainId?: number
  readonly deployments?: readonly object[]
}

/** What is said of a call by one descriptor, and what the developer is told. */
async function review({
  key,
  format,
  data,
  value = 0n,
  metadata,
  display,
  more,
  to = contract,
  chainId = 1,
  deployments = [{ chainId: 1, address: contract.toUpperCase().replace('X', 'x') }],
}: Asked) {
  const told: string[] = []
  const file = {
    $schema: schema,
    context: { contract: { deployments } },
    metadata: { owner: 'Test', ...metadata },
    display: { ...display, formats: { [key]: format } },
  }
  const warn = (message: string, error: unknown) => void told.push(`${message} ${String(error)}`)
  const log = { debug: () => undefined, info: () => undefined, warn, error: warn }
  const descriptors = readDescriptors({ 'own.json': file, ...more }, warn)
  const found = await createReview(descriptors, facts, log).readCall({ to, data, value, chainId, from })
  return { found, told: told.join('\n') }
}

async function reading(asked: Asked): Promise<LedgerReading> {
  const { found, told } = await review(asked)
  if (found === undefined || found === 'unexplained') throw new Error(`Expected a reading. ${told}`)
  return found
}

/** One parameter in one format: the words of its row. */
async function shown(
  type: string,
  value: unknown,
  field: object,
  file: Partial<Asked> = {},
): Promise<string> {
  const { rows } = await reading({ ...oneOf(type, value, field), ...file })
  return rows.map((row) => registryText(row.value)).join(', ')
}

function oneOf(type: string, value: unknown, field: object): Asked {
  const key = `run(${type} x)`
  const selector = toFunctionSelector(`run(${type})`)
  const data = concat([selector, encodeAbiParameters([{ type }], [value])])
  return { key, data, format: { intent: 'Run', fields: [{ path: 'x', label: 'X', ...field }] } }
}

describe('formats', () => {
  const params = (format: string, given: object) => ({ format, params: given })
  it.each<[string, string, unknown, object, string]>([
    ['a number as it is', 'uint256', 1000n, { format: 'raw' }, '1000'],
    ['a negative number', 'int8', -5, { format: 'raw' }, '-5'],
    ['yes or no', 'bool', true, {}, 'true'],
    ['a text', 'string', 'Hello', {}, 'Hello'],
    ['bytes', 'bytes', '0x1234', {}, '0x1234'],
    ['many bytes shortened', 'bytes', `0x${'ab'.repeat(101)}`, {}, `0x${'ab'.repeat(16)}…${'ab'.repeat(8)}`],
    ['an address', 'address', token.toLowerCase(), { format: 'addressName' }, token],
    [
      'a sender',
      'address',
      `0x${'00'.repeat(20)}`,
      params('addressName', { senderAddress: `0x${'00'.repeat(20)}` }),
      getAddress(from),
    ],
    ['native money', 'uint256', 15n * 10n ** 17n, { format: 'amount' }, '1.5 ETH'],
    ['a token’s amount', 'uint256', 2_500_000n, params('tokenAmount', { token }), '2.5 TST'],
    [
      'an amount of a token that can’t be read',
      'uint256',
      2_500_000n,
      params('tokenAmount', { token: contract }),
      '2500000',
    ],
    ['an amount of an unnamed token', 'uint256', 7n, { format: 'tokenAmount' }, '7'],
    [
      'native money as a token',
      'uint256',
      10n ** 18n,
      params('tokenAmount', { token: contract, nativeCurrencyAddress: [contract] }),
      '1 ETH',
    ],
    [
      'no limit',
      'uint256',
      2n ** 256n - 1n,
      params('tokenAmount', { token, threshold: '0xffff' }),
      'Unlimited TST',
    ],
    [
      'no limit in the descriptor’s words',
      'uint160',
      2n ** 160n - 1n,
      params('tokenAmount', { token, threshold: `0x${'ff'.repeat(20)}`, message: 'All' }),
      'All TST',
    ],
    [
      'an amount that somebody could own, whatever the threshold',
      'uint256',
      9_000_000n,
      params('tokenAmount', { token, threshold: '0x1', message: 'Nothing' }),
      '9 TST',
    ],
    ['a token by its symbol', 'address', token, { format: 'tokenTicker' }, 'TST'],
    ['a collectible', 'uint256', 1036n, params('nftName', { collection: token }), `${token} 1036`],
    ['a date', 'uint256', 1709191632n, params('date', { encoding: 'timestamp' }), '2024-02-29 07:27:12Z'],
    ['a block', 'uint256', 19332140n, params('date', { encoding: 'blockheight' }), 'block 19332140'],
    ['a duration', 'uint256', 8250n, { format: 'duration' }, '02:17:30'],
    ['a unit', 'uint256', 10n, params('unit', { base: 'h' }), '10h'],
    ['a unit with decimals', 'uint256', 15n, params('unit', { base: 'd', decimals: 1 }), '1.5d'],
    ['a unit with a prefix', 'uint256', 36000n, params('unit', { base: 's', prefix: true }), '36ks'],
    [
      'a small unit with a prefix',
      'uint256',
      5n,
      params('unit', { base: 's', decimals: 3, prefix: true }),
      '5ms',
    ],
    ['a chain', 'uint256', 1n, { format: 'chainId' }, 'Ethereum'],
    ['a chain that isn’t known', 'uint256', 5n, { format: 'chainId' }, '5'],
    [
      'a part of bytes',
      'bytes',
      `0x${token.slice(2)}00ff`,
      { path: 'x.[0:20]', format: 'addressName' },
      token,
    ],
    ['the last byte of a number', 'uint256', 0x1ffn, { path: 'x.[-1:]', format: 'raw' }, '0xff'],
  ])('shows %s', async (_, type, value, field, expected) => {
    expect(await shown(type, value, field)).toBe(expected)
  })

  it('takes decimals from the token, and from the descriptor where the token has none', async () => {
    const metadata = { token: { ticker: 'OWN', decimals: 2 } }
    const field = params('tokenAmount', { tokenPath: '@.to' })
    const at = (address: string) => ({
      metadata,
      to: address,
      more: {},
      deployments: [{ chainId: 1, address }],
    })
    expect(await shown('uint256', 2_500_000n, field, at(contract))).toBe('25000 OWN')
    expect(await shown('uint256', 2_500_000n, field, at(token))).toBe('2.5 TST')
  })

  it('shows names of an enumeration, and the value where it has none', async () => {
    const metadata = { enums: { mode: { 1: 'stable', 2: 'variable' } } }
    const field = { format: 'enum', params: { $ref: '$.metadata.enums.mode' } }
    expect(await shown('uint256', 2n, field, { metadata })).toBe('variable')
    expect(await shown('uint256', 3n, field, { metadata })).toBe('3')
  })

  it('takes constants, maps of constants and definitions of the file', async () => {
    const metadata = {
      constants: { where: token },
      maps: { underlying: { values: { 1: token } } },
    }
    const display = {
      definitions: { own: { label: 'Sum', format: 'tokenAmount', params: { token: contract } } },
    }
    const mapped = { map: '$.metadata.maps.underlying', keyPath: '@.chainId' }
    for (const params of [{ token: '$.metadata.constants.where' }, { token: mapped }]) {
      const field = { $ref: '$.display.definitions.own', params }
      expect(await shown('uint256', 1_000_000n, field, { metadata, display })).toBe('1 TST')
    }
  })
})

describe('lists', () => {
  const key = 'pay(address[] tokens,uint256[] amounts,(address to,uint256 part)[] shares)'
  const data = (amounts: readonly bigint[]) =>
    encodeFunctionData({
      abi: parseAbi([
        'struct Share { address to; uint256 part; }',
        'function pay(address[],uint256[],Share[])',
      ]),
      args: [
        [token, contract],
        amounts,
        [
          { to: token, part: 1n },
          { to: contract, part: 2n },
        ],
      ],
    })
  const amounts = {
    path: 'amounts.[]',
    label: 'Amount',
    format: 'tokenAmount',
    params: { tokenPath: 'tokens.[]' },
  }
  const shares = {
    path: 'shares.[]',
    fields: [
      { path: 'to', label: 'To', format: 'addressName' },
      { path: 'part', label: 'Part', format: 'raw' },
    ],
  }

  it('shows each item with the parameter at its place, and groups item by item', async () => {
    const { rows, others } = await reading({
      key,
      data: data([5_000_000n, 7n]),
      format: { intent: 'Pay', fields: [amounts, shares] },
    })
    expect(rows.map(({ label, value }) => `${label}: ${registryText(value)}`)).toEqual([
      'Amount #1: 5 TST',
      'Amount #2: 7',
      `To #1: ${token}`,
      'Part #1: 1',
      `To #2: ${getAddress(contract)}`,
      'Part #2: 2',
    ])
    expect(others).toEqual([])
  })

  it.each(['sequential', 'bundled'])(
    'keeps the places of items that are shown, laid out %s',
    async (iteration) => {
      const rule = (ifNotIn: unknown) => ({ visible: { ifNotIn: [ifNotIn] } })
      const { rows } = await reading({
        key,
        data: data([5n, 0n]),
        format: {
          intent: 'Pay',
          fields: [
            {
              path: '#',
              iteration,
              fields: [
                { path: 'tokens.[]', label: 'Token', format: 'addressName', ...rule(token) },
                { path: 'amounts.[]', label: 'Amount', ...rule(0) },
              ],
            },
          ],
        },
      })
      const lines = rows.map(({ label, value }) => `${label}: ${registryText(value)}`)
      expect(lines.sort()).toEqual(['Amount #1: 5', `Token #2: ${getAddress(contract)}`])
    },
  )

  it('explains nothing where lists that go together don’t', async () => {
    const { found, told } = await review({
      key,
      data: data([1n, 2n, 3n]),
      format: { intent: 'Pay', fields: [amounts, shares] },
    })
    expect(found).toBe('unexplained')
    expect(told).toContain('doesn’t go with')
  })
})

describe('what nobody describes', () => {
  const key = 'send(address to,uint256 value,bytes memo)'
  const data = encodeFunctionData({
    abi: parseAbi([`function send(address,uint256,bytes)`]),
    args: [token, 5n, '0x99'],
  })
  const to = { path: 'to', label: 'To', format: 'addressName' }

  it('is shown by its name in the code, with money that goes along and bytes behind the values', async () => {
    const found = await reading({
      key,
      data: `${data}8021`,
      value: 10n ** 18n,
      format: { intent: 'Send', fields: [to] },
    })
    expect(registryFields(found.others)).toEqual([
      { label: 'value', value: '5' },
      { label: 'memo', value: '0x99' },
    ])
    expect(found.sends && registryText(found.sends)).toBe('1 ETH')
    expect(found.rest && registryText(found.rest)).toBe('0x8021')
  })

  it('is hidden where the descriptor says so', async () => {
    const hidden = ['value', 'memo'].map((path) => ({ path, visible: 'never' }))
    const found = await reading({ key, data, format: { intent: 'Send', fields: [to, ...hidden] } })
    expect(found.others).toEqual([])
    const old = await reading({
      key,
      data,
      format: { intent: 'Send', fields: [to], required: ['to'], excluded: ['value', 'memo'] },
    })
    expect(registryFields(old.rows)).toEqual([{ label: 'To', value: token }])
    expect(old.others).toEqual([])
  })

  it('says what money goes along, however the descriptor would hide it', async () => {
    const sends = async (field: object) => {
      const own = { path: '@.value', label: 'Sum', ...field }
      const format = { intent: 'Send', fields: [to, own] }
      return (await reading({ key, data, value: 10n ** 18n, format })).sends
    }
    expect(await sends({ format: 'amount' })).toBeUndefined()
    expect(await sends({ format: 'amount', visible: 'never' })).toMatchObject({ value: 10n ** 18n })
    expect(await sends({ visible: { ifNotIn: [`${10n ** 18n}`] } })).toMatchObject({ value: 10n ** 18n })
    const tiny = { format: 'unit', params: { base: 'ETH', decimals: 30 } }
    expect(await sends(tiny)).toMatchObject({ value: 10n ** 18n })
    const native = { token, nativeCurrencyAddress: token }
    expect(await sends({ format: 'tokenAmount', params: native })).toBeUndefined()
    const elsewhere = { format: 'tokenAmount', params: { ...native, chainId: 137 } }
    expect(await sends(elsewhere)).toMatchObject({ kind: 'amount', symbol: 'ETH', value: 10n ** 18n })
  })

  it('is not hidden by what is excluded of the transaction', async () => {
    const found = await reading({
      key,
      data,
      format: { intent: 'Send', fields: [to], excluded: ['memo', '@.value'] },
    })
    expect(registryFields(found.others)).toEqual([{ label: 'value', value: '5' }])
  })

  it('keeps to the rules of a value', async () => {
    const only = (visible: object) => ({
      intent: 'Send',
      fields: [to, { path: 'value', label: 'V', visible }],
    })
    expect((await reading({ key, data, format: only({ ifNotIn: [5] }) })).rows).toHaveLength(1)
    expect((await reading({ key, data, format: only({ ifNotIn: ['6'] }) })).rows).toHaveLength(2)
    expect((await reading({ key, data, format: only({ mustMatch: ['0x5'] }) })).rows).toHaveLength(1)
    expect((await review({ key, data, format: only({ mustMatch: [6] }) })).found).toBe('unexplained')
  })
})

describe('the sentence', () => {
  const words = async (interpolatedIntent: string, field: object = {}) => {
    const asked = oneOf('uint256', 2_500_000n, { format: 'tokenAmount', params: { token }, ...field })
    const found = await reading({ ...asked, format: { ...(asked.format as object), interpolatedIntent } })
    return found.intent.map((part) => (typeof part === 'string' ? part : registryText(part))).join('')
  }

  it('has values of fields in it', async () => {
    expect(await words('Send {x} to {{all}}')).toBe('Send 2.5 TST to {all}')
    expect(await words('Send {#.x}')).toBe('Send 2.5 TST')
  })

  it('gives way to the plain intent where it can’t be made', async () => {
    expect(await words('Send {y}')).toBe('Run')
    expect(await words('Send {x')).toBe('Run')
    expect(await words('Send {x}', { visible: 'optional' })).toBe('Run')
  })

  it('has no words in it that somebody else wrote into the data', async () => {
    const asked = oneOf('string', '1 USDC to a friend', {})
    const found = await reading({
      ...asked,
      format: { ...(asked.format as object), interpolatedIntent: 'Send {x}' },
    })
    expect(found.intent).toEqual(['Run'])
  })
})

describe('a call within the call', () => {
  const inner = encodeFunctionData({
    abi: parseAbi(['function transfer(address,uint256)']),
    args: [token, 3_000_000n],
  })
  const field = { format: 'calldata', params: { callee: token, amount: 5, spenderPath: '@.from' } }
  const deployed = (fields: readonly object[]) => ({
    $schema: schema,
    includes: '../../ercs/base.json',
    context: { contract: { deployments: [{ chainId: 1, address: token }] } },
    display: { formats: { 'transfer(address to,uint256 value)': { fields } } },
  })
  const base = {
    $schema: schema,
    context: { contract: {} },
    display: {
      formats: {
        'transfer(address to,uint256 value)': {
          intent: 'Send',
          fields: [
            { path: 'to', label: 'To', format: 'raw' },
            { path: 'value', label: 'Amount', format: 'raw' },
          ],
        },
      },
    },
  }
  const amount = { path: 'value', format: 'tokenAmount', params: { tokenPath: '@.to' } }
  const more = { 'registry/x/token.json': deployed([amount]), 'ercs/base.json': base }

  it('is read by the descriptor of its contract, with what that includes', async () => {
    const { rows } = await reading({ ...oneOf('bytes', inner, field), more })
    const [call] = rows
    if (call?.value.kind !== 'call' || !call.value.reading) throw new Error('Expected a call that is read.')
    expect(call.value.reading.intent).toEqual(['Send'])
    expect(registryFields(call.value.reading.rows)).toEqual([
      { label: 'To', value: token },
      { label: 'Amount', value: '3 TST' },
    ])
    expect(call.value.reading.sends).toMatchObject({ kind: 'amount', value: 5n })
  })

  it('includes the file that its path leads to, where several have its name', async () => {
    const wrong = { ...base, display: { formats: {} } }
    const intent = async (files: object) => {
      const { rows } = await reading({ ...oneOf('bytes', inner, field), more: { ...more, ...files } })
      return rows[0]?.value.kind === 'call' ? rows[0].value.reading?.intent : undefined
    }
    expect(await intent({ 'registry/y/base.json': wrong })).toEqual(['Send'])
    expect(await intent({ 'registry/y/token.json': { ...wrong, context: {} } })).toEqual(['Send'])
    const moved = { 'ercs/base.json': undefined, 'a/base.json': base, 'b/base.json': base }
    expect(await intent(moved)).toBeUndefined()
  })

  it('is shown as bytes where no descriptor explains it', async () => {
    for (const others of [
      {},
      { ...more, 'registry/x/token.json': deployed([{ path: 'nothing', label: 'N' }]) },
    ]) {
      const { rows } = await reading({ ...oneOf('bytes', inner, field), more: others })
      expect(rows[0]?.value).toMatchObject({ kind: 'call', data: { size: 68 } })
      expect(rows[0]?.value).not.toHaveProperty('reading')
    }
  })
})

describe('structured data', () => {
  const types = {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Mail: [
      { name: 'to', type: 'Person' },
      { name: 'sum', type: 'uint256' },
    ],
    Person: [{ name: 'wallet', type: 'address' }],
  }
  const data = {
    types,
    primaryType: 'Mail',
    domain: { name: 'Mailer', chainId: 1, verifyingContract: contract },
    message: { to: { wallet: token, hidden: 'not signed' }, sum: '0x7' },
  }
  const fields = [
    { path: 'to.wallet', label: 'To', format: 'addressName' },
    { path: 'sum', label: 'Sum' },
  ]
  const key = 'Mail(Person to,uint256 sum)Person(address wallet)'

  async function read(binding: object, given: unknown = data) {
    const file = {
      $schema: schema,
      context: { eip712: binding },
      display: { formats: { [key]: { intent: 'Mail', fields } } },
    }
    const fail = (message: string, error: unknown) => {
      throw new Error(message, { cause: error })
    }
    const log = { debug: () => undefined, info: () => undefined, warn: fail, error: fail }
    return createReview(readDescriptors({ 'own.json': file }, fail), facts, log).readTypedData(
      readTypedData(given),
      from,
    )
  }
  const deployments = [{ chainId: 1, address: contract }]

  it('is read by its type and its domain', async () => {
    const found = await read({ deployments, domain: { name: 'Mailer' } })
    if (found === undefined || found === 'unexplained') throw new Error('Expected a reading.')
    expect(registryFields(found.rows)).toEqual([
      { label: 'To', value: token },
      { label: 'Sum', value: '7' },
    ])
  })

  it('is not read by a domain whose name is no text', async () => {
    expect(await read({ deployments, domain: { name: {} } })).toBeUndefined()
  })

  it('stays what it was when it was read', async () => {
    let asked = 0
    const to = {
      get wallet() {
        asked += 1
        return asked === 1 ? token : contract
      },
    }
    const given = { ...data, message: { to, sum: '0x7' } }
    const kept = readTypedData(given)
    expect(kept.message).toEqual({ to: { wallet: token }, sum: '0x7' })
    expect(kept.message).toEqual({ to: { wallet: token }, sum: '0x7' })
    const own = { wallet: token as string }
    const later = readTypedData({ ...data, message: { to: own, sum: '0x7' } })
    own.wallet = contract
    expect(later.message).toEqual({ to: { wallet: token }, sum: '0x7' })
  })

  it('is not read for another contract, another name, or a name alone', async () => {
    expect(await read({ deployments: [{ chainId: 5, address: contract }] })).toBeUndefined()
    expect(await read({ deployments, domain: { name: 'Other' } })).toBeUndefined()
    expect(await read({ domain: { name: 'Mailer' } })).toBeUndefined()
    expect(await read({ domainSeparator: `0x${'00'.repeat(32)}` })).toBeUndefined()
  })

  it('is not read by a name that the domain’s type leaves out, since that isn’t signed', async () => {
    const unsigned = { ...data, types: { ...types, EIP712Domain: types.EIP712Domain.slice(1) } }
    expect(await read({ deployments, domain: { name: 'Mailer' } }, unsigned)).toBeUndefined()
    expect(
      await read(
        { deployments },
        { ...data, types: { ...types, EIP712Domain: types.EIP712Domain.slice(0, 2) } },
      ),
    ).toBeUndefined()
  })
})

it('reads nothing for another contract, chain or function', async () => {
  const asked = oneOf('uint256', 1n, {})
  expect((await review({ ...asked, to: token })).found).toBeUndefined()
  expect((await review({ ...asked, chainId: 2 })).found).toBeUndefined()
  expect((await review({ ...asked, data: '0x12345678' })).found).toBeUndefined()
})
